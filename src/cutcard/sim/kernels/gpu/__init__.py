"""The kernels on a GPU."""
