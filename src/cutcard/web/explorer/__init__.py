"""The law, its odds and its readings as a folder of pages that anybody may publish."""
