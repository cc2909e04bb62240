"""What the learner sees: boards, panels, lessons, the sandbox, and the server behind them."""
