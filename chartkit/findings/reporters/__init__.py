"""Findings for people, for SARIF viewers and for GitHub."""
