"""Umpired matches over HTTP: tables, score sheets and QR codes."""
