"""What the kernels look up: rules and wagers as flat arrays of integers."""
