"""Charts as an Excel workbook: where everything stands, writing one, reading one back."""
