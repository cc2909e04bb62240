"""Practice: questions about the rules, mined from positions, checked, and shipped as data.

A question is posed in a position of some game: an action of which to say whether it is allowed, a
sum to work out, dice whose outcome to tell. The engine poses and judges it, so every right answer
cites its rules, and every wrong one is the answer of somebody who leaves a rule out. A rule is
practised by a question only where the answer would be another without it.

    question.py   what is asked, what can be answered, what is right without a rule
    kinds/        the kinds of question: how one is found in a position, and how it is posed
    stock.py      the questions that are shipped: positions and arguments in `questions.jsonl`
    mining.py     looks for good questions in games of bots, drills and worked examples
    checking.py   works every answer out by another way
"""
