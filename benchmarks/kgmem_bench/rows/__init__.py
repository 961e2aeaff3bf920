"""A hundred rows on one application, with faults, judged by its database."""
