"""Django's administration site with the applications that come with it."""
