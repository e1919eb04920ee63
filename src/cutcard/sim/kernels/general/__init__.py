"""The kernel for any table: several boxes, side wagers, small shoes."""
