"""What a memory asks over a network: graph and vector servers, services of models."""
