"""Answers that are given again while nothing was written: in memory."""
