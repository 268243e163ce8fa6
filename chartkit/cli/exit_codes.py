"""How a command ends, told to the shell: 0 fine, and these."""

FINDINGS, WRONG_USE, INTERRUPTED = 1, 2, 130
