"""The local pages: a table to play at, a workbench for charts, a season to look at; they know the API only.

`server` puts it together and runs it, `safety` says who may talk to it, `library` names the files that it may
touch, `answers` are what handlers give back. A part of the pages is one module with a list `ROUTES`, which
`server` adds in one line, and one ES module in `static`.
"""
