"""`cutcard settle`: a round dealt exactly as written."""
