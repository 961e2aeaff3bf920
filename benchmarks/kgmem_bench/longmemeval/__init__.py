"""LongMemEval-V2's memory interface over kgmem, and its evidence without a reader."""
