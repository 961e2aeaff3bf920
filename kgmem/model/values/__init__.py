"""Values that never change, and checks of what is given for them."""
