"""Requests that strangers wrote: is only replayed what was shown, and asked for?"""
