"""Checks an Atom feed from stdin against the grammar, then reads it as feed readers do. Prints what they would show, as JSON."""

import json
import sys

import feedparser
from lxml import etree

text = sys.stdin.buffer.read()
document = etree.fromstring(text)
grammar = etree.RelaxNG(etree.parse(sys.argv[1]))
valid = grammar.validate(document)
# The grammar refuses a feed without what the RFC demands.
spoilt = etree.fromstring(text)
spoilt.remove(spoilt.find("{http://www.w3.org/2005/Atom}updated"))
read = feedparser.parse(text)
print(
    json.dumps(
        {
            "errors": [] if valid else [str(error) for error in grammar.error_log],
            "refuses": not grammar.validate(spoilt),
            "bozo": bool(read.bozo),
            "version": read.version,
            "ids": [entry.id for entry in read.entries],
            "titles": [entry.title for entry in read.entries],
            "contents": [entry.content[0].value for entry in read.entries],
        }
    )
)
