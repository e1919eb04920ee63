from .basic_book import basic_book as basic_book
