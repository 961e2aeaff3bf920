"""The tools by which agents work a browser: what each of their calls did."""
