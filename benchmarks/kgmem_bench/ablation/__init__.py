"""`kgmem bench ablation`: what each rule is worth, on every set."""
