from .minimise import merged as merged
