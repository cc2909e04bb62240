"""What Holland '44 and Stalingrad '42 share: zones of control, ZOC bonds, combat, supply."""
