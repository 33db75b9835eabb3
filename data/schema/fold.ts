// Case- and accent-blind forms of names; the same as the macros of data/store/ddl/warehouse.sql.

/** What `q` looks in: lower case, accents off. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What a location string is matched by: folded, without dots and apostrophes, other punctuation as one space. */
export function placeFolded(text: string): string {
  return folded(text)
    .replace(/[.'’]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
