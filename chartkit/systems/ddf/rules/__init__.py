"""The rule book in code: how the game is played, once, for people at a table and for a million compiled games.

Plain functions over one `Game` with named fields. `flow` is where a game begins; `scrimmage`, `kicks`, `kickoffs`,
`tries`, `turnovers`, `penalties` and `whistle` follow the sections of the rules, `priority` is the priority chart,
`legality` says what may be chosen. Each rule stands in one place and cites its number. `seams` are the few
functions whose body differs between the table and many games.
"""
