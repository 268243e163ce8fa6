"""The local pages: a table to play at, a workbench for charts, a season to look at; they know the API only.

`server` says who may talk to it, puts everything together and runs it; `handlers` holds what all pages need. Each
page is a module with a list `ROUTES`, which `server` adds in one line, and an ES module in `static`.
"""
