"""Texts against templates: which values a task gives a wording, and do they fit."""
