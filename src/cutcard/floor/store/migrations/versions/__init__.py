"""One file a step: `rNNNN_what.py`, whose revision is NNNN; the step before it is NNNN less one."""
