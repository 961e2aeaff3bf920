"""All quick benches in one run, beside an earlier one."""
