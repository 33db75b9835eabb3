// Forms of names without case and accents, the same as the macros of data/store/ddl/warehouse.sql; and the order of texts.

/** The form that `q` searches: lower case, no accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The order of lists by name: by the folded name, then by id. */
export function byFoldedName(a: { name: string; id: number }, b: { name: string; id: number }): number {
  return compareText(folded(a.name), folded(b.name)) || a.id - b.id
}

/** The form in which location strings match: folded, without dots and apostrophes, other punctuation as one space. */
export function placeFolded(text: string): string {
  return folded(text)
    .replace(/[.'’]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

const WRITTEN_OUT: readonly (readonly [RegExp, string])[] = [
  [/^the /, ''],
  [/^n ([a-z]{2})/, 'north $1'],
  [/^s ([a-z]{2})/, 'south $1'],
  [/^e ([a-z]{2})/, 'east $1'],
  [/^w ([a-z]{2})/, 'west $1'],
  [/\bst\b/g, 'saint'],
  [/\bste\b/g, 'sainte'],
  [/\bft\b/g, 'fort'],
  [/\bmt\b/g, 'mount'],
  [/\bmtn\b/g, 'mountain'],
  [/\bhts\b/g, 'heights'],
  [/ /g, ''],
]

/** Folded words, separated by spaces. `&` is a word; every kind of apostrophe is removed. */
export function placeWords(text: string): string {
  return placeFolded(text.replaceAll('&', ' and ').replace(/[‘ʻʼ`´]/g, ''))
}

/** The form in which place names are compared: folded, abbreviations expanded, no spaces. */
export function placeKey(text: string): string {
  return WRITTEN_OUT.reduce((done, [pattern, written]) => done.replace(pattern, written), placeWords(text))
}

/** Compares texts by their UTF-16 units. For ASCII text, such as keys, this is the order of every database. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
