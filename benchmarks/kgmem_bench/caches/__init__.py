"""Does each level of the cache pay?"""
