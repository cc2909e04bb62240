"""Benchmarks: each `bench_*.py` has `rows(quick)`; `staffride bench` prints them. No tests."""
