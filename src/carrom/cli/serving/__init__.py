"""Starting a server: its folder, its addresses, its pages."""
