"""The proof: seasons played many times and put beside the real one."""
