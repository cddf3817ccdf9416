"""Fixed views and their pictures: the screens as a designer and a test see them.

`ui.gallery.render.render(folder)` draws every scene of `ui.gallery.scenes`.
"""
