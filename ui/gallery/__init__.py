"""Fixed views and their pictures: the screens as a designer and a test see them."""
