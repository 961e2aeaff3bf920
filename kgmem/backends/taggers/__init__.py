"""Parts of speech, in English and Chinese."""
