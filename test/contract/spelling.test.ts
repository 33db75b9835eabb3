// Text that a person reads has American spelling: guides, pages, command line, errors, OpenAPI, comments. Names in the code, keys of /v1 and
// columns of tables keep theirs, such as `licence`.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { expect, test } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { proseOf } from './documents.ts'

/** Beginnings of British words, in small letters. A word may have `un`, `re`, `dis`, `mis`, `kilo`, `milli`, `centi` or `deci` before it. */
const BRITISH = String.raw`
  apologis authoris capitalis categoris characteris criticis customis digitis emphasis(?:e|ing) equalis finalis generalis
  initialis localis materialis maximis(?!sion) memoris minimis modernis normalis optimis(?!t|m) organis(?!m) prioritis
  quantis randomis realis(?!t|m) recognis sanitis serialis specialis(?!t) standardis summaris symbolis synchronis tokenis
  utilis visualis analys(?:e|ed|er|ers|ing)\b catalys(?:e|ed)\b paralys(?:e|ed)\b behaviour colour endeavour favour
  flavour harbour honour humour labour neighbour rumour centre fibre litre metres?\b theatre defence licence offence
  cancelled cancelling labelled labelling levelled modelled modelling signalled signalling totalled travell ageing artefact
  catalogue cheque\b dialogue enrol\b enrolment fulfil\b grey instal\b instalment judgement learnt misspelt mould plough
  practis programmes?\b sceptic spelt\b towards whilst`
const BEGINNINGS = BRITISH.trim().split(/\s+/)
const WORD = new RegExp(
  `(?<![\\w/.$_-])(?:un|re|dis|mis|kilo|milli|centi|deci)?(?:${BEGINNINGS.join('|')})[a-z]*(?![\\w/_(=]|\\.[a-z])`,
  'gi',
)

/** Texts of publishers, laws and standards, values of `/v1`, keys of sources.yaml, and data that a reader matches. */
const KEPT: readonly RegExp[] = [
  /a project that states no licence/,
  /(?:generalised|licence):/,
  /page, licence(?:,| and)/,
  /soft licence(?:"|&quot;)/,
  /center centr centre|carbon centre chester/,
  /\blicence=/,
  /categories=labour/,
]

const LANGUAGES: Readonly<Record<string, string>> = {
  '.ts': 'typescript',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.css': 'css',
  '.sql': 'sql',
  '.py': 'python',
  '.sh': 'bash',
  '.yml': 'yaml',
  '.yaml': 'yaml',
}

/** Without data, and without what other programs wrote. */
const FILES = execFileSync('git', ['ls-files', '-z'], { cwd: projectFile(), encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\0')
  .filter((name) =>
    /^(?:apps|build|cli|client|data|deploy|docs|examples|ingest|server)\/|^[^/]+\.(?:md|ts|mjs)$|^NOTICE$/.test(name),
  )
  .filter((name) => extname(name) === '.md' || name === 'NOTICE' || LANGUAGES[extname(name)] !== undefined)

/** The part of highlight.js that is used. Its own types declare the browser's globals. */
const { highlight }: { highlight(code: string, options: { language: string }): { value: string } } = createRequire(
  import.meta.url,
)('highlight.js')

/** Comments, and strings of several words that are no SQL. */
function proseOfCode(code: string, language: string): string[] {
  const { value } = highlight(code, { language })
  const texts: string[] = []
  // A string may contain code, which may contain a string.
  const open: { kind: string; text: string }[] = []
  for (const [, tag, kind = '', text = ''] of value.matchAll(/<(\/?)span(?: class="hljs-([^"]*)")?>|([^<]+)/g)) {
    if (tag === '') open.push({ kind, text: '' })
    else if (tag === '/') {
      const closed = open.pop()
      if (closed && /^(?:comment|string|quote)/.test(closed.kind)) texts.push(closed.text)
    } else {
      const last = open.findLast(({ kind: one }) => /^(?:comment|string|quote|subst)/.test(one))
      if (last && last.kind !== 'subst') last.text += text
    }
  }
  return texts.filter(
    (text) => /\S\s+\S/.test(text) && !/\b(?:SELECT|FROM|WHERE|INSERT|CREATE|JOIN|UPDATE)\b/.test(text),
  )
}

/** Without names such as `labelledBy`. */
function wordsIn(text: string): string[] {
  return (text.match(WORD) ?? []).filter((word) => !/[a-z][A-Z]/.test(word))
}

function britishIn(name: string): string[] {
  const text = readFileSync(projectFile(name), 'utf8')
  const language = LANGUAGES[extname(name)]
  // Most files need no second look.
  if (text.search(WORD) < 0) return []
  const prose = language ? proseOfCode(text, language) : [proseOf(text).replace(/\]\([^)]*\)|<!--.*?-->/g, '')]
  return prose
    .flatMap((one) => one.replace(/`[^`]*`/g, '`').split('\n'))
    .filter((line) => !KEPT.some((kept) => kept.test(line)))
    .flatMap((line) => wordsIn(line).map((word) => `${name}: ${word}: ${line.trim().slice(0, 120)}`))
}

test('text has American spelling', () => {
  expect(FILES.length).toBeGreaterThan(700)
  expect(FILES.flatMap(britishIn)).toEqual([])
})

test('a British word is found in prose, strings and comments, and not in names', () => {
  const british = (code: string, language = 'typescript') => proseOfCode(code, language).flatMap(wordsIn)
  expect(british('// The colour of a neighbour')).toEqual(['colour', 'neighbour'])
  expect(british("const colour = fail('An organisation is not recognised.', licence)")).toEqual([
    'organisation',
    'recognised',
  ])
  expect(british(`const text = \`of \${colour.licence} the Licence and \${licence}\``)).toEqual(['Licence'])
  expect(british("const key = 'licence'; read('SELECT licence FROM source')")).toEqual([])
  expect(british('-- a neighbour\nSELECT licence FROM source', 'sql')).toEqual(['neighbour'])
})
