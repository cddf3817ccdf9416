"""上海: 清混碰·勒子, 旧规矩, 敲麻 and the online procedure, on one module."""
