"""The page of a server in a notebook."""

from html import escape
from urllib.parse import quote, urlencode


class Page:
    """Shown by Jupyter as a frame; `url` opens it elsewhere."""

    def __init__(self, server, dataset, token=None, layout=None, height=600):
        base = server if server.endswith("/") else f"{server}/"
        query = f"?{urlencode({'token': token})}" if token else ""
        panels = f"?layout={layout}" if layout else ""
        self.url = f"{base}{query}#/d/{quote(dataset)}{panels}"
        self.height = int(height)

    def _repr_html_(self):
        return f'<iframe src="{escape(self.url)}" width="100%" height="{self.height}" frameborder="0"></iframe>'

    def __repr__(self):
        return self.url
