// How large a request may be.
