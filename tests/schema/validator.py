"""The part of JSON Schema (draft 2020-12) that docs/tcgen.schema.json uses, and not more: a keyword
that is unknown here is an error, so that no rule of the schema is passed over in silence.
"""

NOTES = {"$schema", "$id", "$defs", "title", "description"}
SCALARS = {str, int, bool, type(None)}
TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "boolean": bool, "integer": int}


class Validator:
    def __init__(self, root):
        self.root = root
        self.right = set()  # (rule, type, value): what fitted once fits again, and a trace is a million of them
        self.rules = {name[1:]: getattr(self, name) for name in dir(self) if name.startswith("_") and
                      not name.startswith("__")}

    def errors(self, value, schema=None, path="$"):
        """Every place where the value breaks the schema, as text."""
        schema = self.root if schema is None else schema
        if "$ref" in schema:
            yield from self.errors(value, self.definition(schema["$ref"]), path)
        for keyword, argument in schema.items():
            if keyword in NOTES or keyword == "$ref":
                continue
            if keyword not in self.rules:
                raise ValueError("the validator does not know the keyword " + keyword)
            yield from self.rules[keyword](value, argument, schema, path)

    def definition(self, reference):
        prefix = "#/$defs/"
        if not reference.startswith(prefix):
            raise ValueError("a reference that is not to $defs: " + reference)
        return self.root["$defs"][reference[len(prefix):]]

    def _type(self, value, name, schema, path):
        names = name if isinstance(name, list) else [name]
        right = [n for n in names if isinstance(value, TYPES[n]) and not (n == "integer" and isinstance(value, bool))]
        if not right:
            yield "%s: %r is no %s" % (path, value, name)

    def _enum(self, value, choices, schema, path):
        if not any(value == c and type(value) is type(c) for c in choices):
            yield "%s: %r is none of %r" % (path, value, choices)

    def _minimum(self, value, least, schema, path):
        if isinstance(value, int) and value < least:
            yield "%s: %r is below %r" % (path, value, least)

    def _maximum(self, value, most, schema, path):
        if isinstance(value, int) and value > most:
            yield "%s: %r is above %r" % (path, value, most)

    def _minItems(self, value, least, schema, path):
        if isinstance(value, list) and len(value) < least:
            yield "%s: fewer than %d items" % (path, least)

    def _maxItems(self, value, most, schema, path):
        if isinstance(value, list) and len(value) > most:
            yield "%s: more than %d items" % (path, most)

    def _required(self, value, names, schema, path):
        if isinstance(value, dict):
            for name in names:
                if name not in value:
                    yield "%s: %s is missing" % (path, name)

    def _properties(self, value, rules, schema, path):
        if isinstance(value, dict):
            for name in value:
                if name in rules:
                    yield from self.errors(value[name], rules[name], "%s.%s" % (path, name))

    def _additionalProperties(self, value, rule, schema, path):
        if isinstance(value, dict):
            for name in value:
                if name in schema.get("properties", {}):
                    continue
                if rule is False:
                    yield "%s: %s is not in the schema" % (path, name)
                elif rule is not True:
                    yield from self.errors(value[name], rule, "%s.%s" % (path, name))

    def _items(self, value, rule, schema, path):
        if isinstance(value, list):
            yield from self.each(value, [rule] * len(value), path)

    def _prefixItems(self, value, rules, schema, path):
        if isinstance(value, list):
            yield from self.each(value, rules, path)

    def each(self, items, rules, path):
        for i, (item, rule) in enumerate(zip(items, rules)):
            known = (id(rule), type(item), item) if type(item) in SCALARS else None
            if known in self.right:
                continue
            found = list(self.errors(item, rule, "%s[%d]" % (path, i)))
            yield from found
            if known and not found:
                self.right.add(known)

    def _oneOf(self, value, choices, schema, path):
        found = [list(self.errors(value, choice, path)) for choice in choices]
        if sum(not errors for errors in found) != 1:
            yield "%s: fits %d of %d alternatives: %s" % (
                path, sum(not errors for errors in found), len(choices), min(found, key=len)[:2])
