from .basis import basis as basis, citation as citation
from .files import (
    PAGES as PAGES,
    PRIVATE as PRIVATE,
    check_date as check_date,
    pyarrow as pyarrow,
    target as target,
    write as write,
    write_lines as write_lines,
    write_pages as write_pages,
)
from .progress import bar as bar
from .settlement import print_settled as print_settled
