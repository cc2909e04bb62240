"""What code enforces: where an id may stand to count, and where it only stands."""

from __future__ import annotations

import ast

import pytest

from engine.enforcing import charts_read, names_read, places, tables, texts
from engine.rulebook import load_rulebook
from engine.verdict import enforces


def found(source):
    """Text, how it is used, and whether it is a topic."""
    tree = ast.parse(source)
    return [(t.value, t.how, t.topic) for t in texts(tree, names_read([tree]))]


@pytest.mark.parametrize(
    ("source", "how"),
    [
        ('yield Reason.of("9.2", key)', "reason"),
        ('course.tell("9.2", key)', "event"),
        ('Line.of("9.2" if a else b, key)', "line"),
        ('Decision.of(side, key, "9.2")', "decision"),
        ('Ending(None, "9.2", key)', "ending"),
        ('no("9.2", key)', "given"),
        ('destroy(g, s, rule="9.2")', "given"),
        ('halved.append(("9.2", key))', "given"),
        ('RULES.get(card, "9.2")', "given"),
        ('@enforces("9.2")\ndef f():\n    return 1', "enforces"),
        ('class A:\n    @enforces("9.2")\n    def f(self):\n        return 1', "enforces"),
        ('def f(rule="9.2"):\n    return rule', "kept"),
        ('def f(*, rule="9.2"):\n    return rule', "kept"),
        ('def f():\n    rule = "9.2"\n    return rule', "kept"),
        ('def f():\n    return "9.2"', "kept"),
        ('class A:\n    rule = "9.2"\n    def f(self):\n        return self.rule', "kept"),
        ('RULES = {"a": "9.2"}\nprint(RULES)', "kept"),
        ('RULES: dict[str, str] = {"a": "9.2"}\nprint(RULES)', "kept"),
        ('match a:\n    case 1:\n        rule = "9.2"', "kept"),
    ],
)
def test_a_whole_id_counts_where_a_value_goes(source, how):
    assert [entry for entry in found(source) if entry[0] == "9.2"] == [("9.2", how, False)]


@pytest.mark.parametrize(
    "source",
    [
        '"""9.2"""',
        'def f():\n    """9.2"""',
        'class A:\n    """9.2"""\n    a: int\n    """9.2"""',
        "# 9.2",
        'if rule == "9.2": pass',
        'if rule in ("9.2", "9.3"): pass',
        'a = costs["9.2"]',
        'a = costs.get("9.2")',
        'COSTS = {"9.2": 1}\nprint(COSTS)',
        'RULES = {"a": "9.2"}',
        'class A:\n    rule = "9.2"',
        'a: Literal["9.2"] = b',
        'def f(a: "9.2") -> "9.2": pass',
        'f"9.2 {a}"',
        'match a:\n    case "9.2": pass',
    ],
)
def test_an_id_that_is_said_compared_or_looked_up_enforces_nothing(source):
    assert [entry for entry in found(source) if entry[0] == "9.2"] == []


@pytest.mark.parametrize(
    ("source", "how"),
    [
        ('Reason.of(g.rule("move"), key)', "reason"),
        ('self.pay(g.rule("move"), key)', "given"),
        ('rule = g.rule("move")', "kept"),
    ],
)
def test_a_topic_is_what_rule_is_asked(source, how):
    assert ("move", how, True) in found(source)


def test_a_table_counts_when_code_reads_it_with_rows_named_after_rules():
    trees = [ast.parse('g.charts["crt"].rows\nkit.chart("bands")\nself.charts[f"{cup}-hits"]')]
    read = charts_read(trees)
    assert [bool(read.fullmatch(n)) for n in ("crt", "bands", "tank-hits", "terrain")] == [
        True,
        True,
        True,
        False,
    ]
    source = """[crt]
section = "10.1"
columns = ["1-1"]
[crt.rows]
DS = [1]
"A1/D1" = [2]
light-damage = [2]
[terrain]
section = "2.2"
[terrain.rows]
woods = [1]
"""
    assert list(tables(source, read)) == [
        ("10.1", 2, "table"),
        ("10.1 DS", 5, "row"),
        ("10.1 A1/D1", 6, "row"),
        ("10.1 light damage", 7, "row"),
    ]


def test_places_are_lines_and_what_speaks_to_the_player_comes_first(tmp_path):
    package, family = tmp_path / "engine" / "holland44", tmp_path / "engine" / "zocbond"
    package.mkdir(parents=True)
    family.mkdir()
    (package / "a.py").write_text('def f():\n    return "8.1"\n\n\nno("8.1", "3")\n')
    (package / "b.py").write_text('yield Reason.of("8.1", key)\n')
    (family / "c.py").write_text(
        'tell(g.rule("move"), "8.2.1")\n\n\n@enforces("zoc")\ndef f(): 1\n'
    )
    found = places(tmp_path, "holland44", "zocbond", load_rulebook("holland44"))
    assert {rule: [str(place) for place in here] for rule, here in found.items()} == {
        "8.1": [
            "engine/holland44/b.py:1",
            "engine/zocbond/c.py:1",
            "engine/holland44/a.py:5",
            "engine/holland44/a.py:2",
        ],
        "7.1": ["engine/zocbond/c.py:4"],
    }


def test_the_mark_leaves_a_function_as_it_is():
    def act():
        return 1

    assert enforces("9.2")(act) is act
