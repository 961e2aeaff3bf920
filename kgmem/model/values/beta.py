"""Quantiles of Beta distributions."""

import math

ENOUGH = 1e-14
"""Two values that are nearer are the same."""


def beta_quantile(a: float, b: float, share: float) -> float:
    """The value that this share of Beta(a, b) lies below; for a, b of 1 and more."""
    low, high = 0.0, 1.0
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    x = a / (a + b)
    while high - low > ENOUGH:
        wrong = _beta_below(a, b, x, scale) - share
        low, high = (low, x) if wrong > 0 else (x, high)
        density = math.exp(
            scale + (a - 1) * math.log(x) + (b - 1) * math.log1p(-x)
        )  # Newton's step, where it stays between the bounds
        then = x - wrong / density if density > 0 else -1.0
        then = then if low < then < high else (low + high) / 2
        if abs(then - x) <= ENOUGH * x:
            break
        x = then
    return x


def _beta_below(a: float, b: float, x: float, scale: float) -> float:
    """The share of Beta(a, b) below x: its continued fraction (DLMF 8.17.22), by the
    method of Lentz."""
    if x > (a + 1) / (a + b + 2):
        return 1.0 - _beta_below(b, a, 1.0 - x, scale)
    front = math.exp(scale + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = fraction
        for term in (even, odd):
            d = 1.0 / (1.0 + term * d)
            c = 1.0 + term / c
            fraction *= c * d
        if abs(fraction - before) <= ENOUGH * abs(fraction):
            break
    return front * fraction
