"""The pages: home, lessons, the sandbox, rules, examples, strategies, the classroom."""
