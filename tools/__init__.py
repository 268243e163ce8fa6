"""What makes the demo season, the schemas of charts, and the pages and pictures of docs/. It is not in the wheel.

`python -m tools.demo` plays the demo season, `tools.schemas` writes the schemas that are built, `tools.pages` every
generated page, and `tools.pictures` draws the gallery.
"""
