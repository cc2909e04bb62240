"""How Staffride is served: options, kernels, pages, and the server that joins them."""
