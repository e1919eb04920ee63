"""What odds and the simulator share: values cached by digest, and digests of code by its imports."""
