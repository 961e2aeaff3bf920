"""What the words of two languages mean: numbers, amounts, times, intents, tokens."""
