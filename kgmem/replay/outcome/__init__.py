"""What came of a plan: counted, healed, repaired, calibrated."""
