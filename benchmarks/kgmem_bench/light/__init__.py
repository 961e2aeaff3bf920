"""What a call takes of the processor: learning, conversations, documents."""
