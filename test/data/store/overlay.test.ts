// The overlay's files: each mistake names file, line, key, got and expected; no mistake lets an entry through.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  loadOverlay,
  OVERLAY_BYTES_MAX,
  OVERLAY_ENTRIES_MAX,
  OverlayFault,
  signOverlay,
} from '../../../data/store/overlay.ts'
import { table } from '../../table.ts'
import { freshFolder } from '../../temporary.ts'

const folder = freshFolder()

const write = (text: string, name = 'notes.yaml'): void => writeFileSync(join(folder, name), text)

function problemsOf(text: string): readonly string[] {
  write(text)
  try {
    loadOverlay(folder)
  } catch (fault) {
    if (fault instanceof OverlayFault) return fault.problems
    throw fault
  }
  return []
}

const ENTRY = `- kind: contest
  id: 123
  note: A debate is on Monday.
  override:
    title: Mayor
  by: City desk
  why: The county abbreviates it.
`

test('a folder without files, or that does not exist, has no overlay', () => {
  expect(loadOverlay(folder)).toBeUndefined()
  expect(loadOverlay(join(folder, 'none'))).toBeUndefined()
  expect(signOverlay(join(folder, 'none'))).toBe('')
  write('', 'empty.yaml')
  write('# no entry yet\n', 'comment.yml')
  write('not: read', 'other.txt')
  write('not: read', '.hidden.yaml')
  mkdirSync(join(folder, 'more.yaml'))
  expect(loadOverlay(folder)).toBeUndefined()
})

test('a folder has the entries of every file, and a version that depends on them alone', () => {
  write(ENTRY)
  const first = loadOverlay(folder)
  write(`# a comment\n${ENTRY}`, 'notes.yaml')
  expect(loadOverlay(folder)?.version).toBe(first?.version)
  write('- { kind: election, slug: nc-2024-11-05-general, note: { es: Hola }, by: a, why: b }', 'more.yml')
  const second = loadOverlay(folder)
  expect(second?.version).not.toBe(first?.version)
  expect(second?.files).toEqual(['more.yml', 'notes.yaml'])
  expect(second?.entries.map(({ at }) => at)).toEqual(['more.yml:1', 'notes.yaml:2'])
  expect(second?.entries[1]?.entry).toEqual({
    ...{ kind: 'contest', id: 123, note: 'A debate is on Monday.', override: { title: 'Mayor' } },
    ...{ by: 'City desk', why: 'The county abbreviates it.' },
  })
})

test('a folder is signed by the time and size of its files', () => {
  write(ENTRY)
  const before = signOverlay(folder)
  expect(signOverlay(folder)).toBe(before)
  write(`${ENTRY}\n`)
  expect(signOverlay(folder)).not.toBe(before)
})

const NEVER = 'positions, endorsements, dates, and where a contest is voted change at their source'
const NOTE = 'A debate is on Monday.'

/** What of ENTRY is replaced, by what, and the problem that it makes. */
const MISTAKES = table(`
  title: Mayor | district: Elsewhere | 5: override.district: got a field that cannot be overridden, expected title, short_title: ${NEVER}
  title: Mayor | endorsements: [] | 5: override.endorsements: got a field that cannot be overridden, expected title, short_title: ${NEVER}
  kind: contest | kind: endorsement | 1: kind: got "endorsement", expected one of election, contest, choice, endorser, district, officeholder
  by: City desk | by: 2024 | 6: by: got 2024, expected a text of at most 100 characters
  City desk | "City\\u001b[2J" | 6: by: got "City\\u001b[2J", expected one line without control characters
  The county abbreviates it. | " " | 7: why: got " ", expected a text that is not empty
  id: 123 | id: mayor | 2: id: got "mayor", expected the id of the contest as the API gives it
  id: 123 | slug: mayor | 1: got a map of kind, slug, note, override, by, why, expected exactly one of id to name the contest
  ${NOTE} | { fr: Bonjour } | 3: note.fr: got an unknown key, expected en, es
  ${NOTE} | {} | 3: note: got a map of nothing, expected at least one of en, es
  ${NOTE} | [a] | 3: note: got a list, expected a text, or a text for each of en, es
`)

/** Whole files. */
const BAD_FILES = table(`
  - { kind: choice, id: 1, note: n, override: { label: x }, by: a, why: b } | override.label: got a field that cannot be overridden, expected a note alone: ${NEVER}
  - { kind: contest, id: 1, note: n, by: a, why: b, colour: red } | colour: got an unknown key, expected kind, id, slug, ocd_id or person_id, note, override, by, why
  - { kind: contest, id: 1, note: n, why: b } | by: got nothing, expected a text of at most 100 characters
  - { kind: contest, note: n, by: a, why: b } | got a map of kind, note, by, why, expected exactly one of id to name the contest
  - { kind: endorser, id: 1, slug: p, note: n, by: a, why: b } | got a map of kind, id, slug, note, by, why, expected exactly one of id, slug to name the endorser
  - { kind: contest, id: 1, by: a, why: b } | got a map of kind, id, by, why, expected a note, an override, or both
  - { kind: contest, id: 1, override: Mayor, by: a, why: b } | override: got "Mayor", expected a map of fields
  kind: contest | got a map of kind, expected a list of entries, without aliases
  [&a { kind: contest }, *a] | got nothing, expected a list of entries, without aliases
  - hello | kind: got nothing, expected one of election, contest, choice, endorser, district, officeholder
`)

describe('a mistake', () => {
  test.each(MISTAKES)('%s as %s', (was, is = '', problem) => {
    expect(problemsOf(ENTRY.replace(was ?? '', is))).toEqual([`notes.yaml:${problem}`])
  })

  test.each(BAD_FILES)('the file %s', (text = '', problem) => {
    expect(problemsOf(text)).toEqual([`notes.yaml:1: ${problem}`])
  })

  test.each([
    ...['javascript:alert(1)', 'http://user:secret@example.org/', 'ftp://example.org/', 'example.org'],
    'https://example.org/ onmouseover=x',
    `https://example.org/${'a'.repeat(2000)}`,
  ])('the address %s', (address) => {
    const text = `- kind: officeholder
  person_id: 3ad2df38-e817-50b9-924d-9dbd4bba94a8
  override: { website: ${JSON.stringify(address)} }
  by: a
  why: b
`
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(
        /^notes\.yaml:3: override\.website: got ".*expected an http or https URL of at most 2000 characters, without a password$/,
      ),
    ])
  })

  test('in YAML names the line', () => {
    expect(problemsOf(`${ENTRY}- kind: [contest\n`)[0]).toMatch(/^notes\.yaml:9: is not valid YAML here: /)
    expect(problemsOf(`${ENTRY}  by: twice\n`)[0]).toMatch(
      /^notes\.yaml:8: is not valid YAML here: Map keys must be unique/,
    )
    expect(problemsOf('- !!js/function "x"')[0]).toMatch(/^notes\.yaml:1: is not valid YAML here: Unresolved tag/)
    expect(problemsOf('[]\n---\n[]')[0]).toMatch(/^notes\.yaml:2: is not valid YAML here: /)
  })

  test('a second entry for a record, in another file', () => {
    write(ENTRY, 'first.yaml')
    expect(problemsOf(ENTRY)).toEqual([
      'notes.yaml:1: got a second entry for the contest 123, expected one: the first is at first.yaml:1',
    ])
  })

  test('the name of a member that every object has', () => {
    expect(problemsOf(ENTRY.replace('title: Mayor', '__proto__: { title: x }'))).toHaveLength(1)
    expect(problemsOf(ENTRY.replace('title: Mayor', 'constructor: x'))).toHaveLength(1)
    expect(problemsOf(ENTRY.replace('kind: contest', 'kind: constructor'))).toHaveLength(1)
  })

  test('bytes that are not UTF-8, too many bytes, and too many entries', () => {
    writeFileSync(join(folder, 'notes.yaml'), Buffer.from([0x2d, 0x20, 0xff]))
    expect(() => loadOverlay(folder)).toThrow(
      'notes.yaml: got other bytes, expected UTF-8; run: hustings overlay check',
    )
    expect(problemsOf(`# ${'x'.repeat(OVERLAY_BYTES_MAX)}`)).toEqual([
      `overlay: got ${OVERLAY_BYTES_MAX + 2} bytes in all files, expected at most ${OVERLAY_BYTES_MAX}`,
    ])
    const many = Array.from(
      { length: OVERLAY_ENTRIES_MAX + 1 },
      (_, id) => `- {kind: contest, id: ${id}, note: n, by: a, why: b}`,
    )
    expect(problemsOf(many.join('\n'))).toEqual([
      `overlay: got ${OVERLAY_ENTRIES_MAX + 1} entries, expected at most ${OVERLAY_ENTRIES_MAX}`,
    ])
  })
})
