// The kept bytes of a page: what is in them, what is not, and that their text is the text of the page.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllowed } from '../../../ingest/evidence/capture.ts'
import {
  EVIDENCE_PAGE_BYTES_MAX,
  EVIDENCE_QUOTE_LENGTH_MAX,
  findQuote,
  hasQuote,
  LEFT_OUT,
  readPageText,
  type SoughtEndorsement,
  toKeptPage,
} from '../../../ingest/evidence/page.ts'
import { cells } from '../../table.ts'

const fileOf = (bytes: Uint8Array | string) => ({ name: 'example.org.html', bytes: Buffer.from(bytes) })
const keep = (page: string): string => Buffer.from(toKeptPage(fileOf(page))).toString('utf8')

const PERSONAL = /example\.org|555|sample street|box 12|desk@/i
it.each([
  ['text', '<p>Call 919-555-0100.'],
  ['several tags', '<p>Call <b>919</b>-<i>555</i>-<span>0100</span> or desk<b>@</b>example.org.</p>'],
  ['entities', '<p>Write to desk&#64;example&period;org or &#57;19-555-0100</p>'],
  ['an address', '<p>12 <b>North</b> <a href="/map">Sample</a> Street, P.O. Box 12</p>'],
  ['attributes', '<a href="mailto:desk@example.org" title="919-555-0100" data-x="12 Sample Street">Us</a>'],
  ['scripts', '<script type="application/ld+json">{"telephone":"919-555-0100"}</script><p>Us</p>'],
  ['comments, styles and templates', '<!--919-555-0100--><style>/*555*/</style><template>555</template><p>Us</p>'],
  ['fields', '<p>Us</p><textarea>desk@example.org</textarea><select><option>555</select><input value="555">'],
  ['the head', '<head><title>Call 919-555-0100</title><meta name="e" content="desk@example.org"></head><p>Us</p>'],
  ['names of elements', '<p>Us <desk@example.org>x</desk@example.org></p><x-555>y</x-555>'],
  ['no markup', 'Us\nCall 919-555-0100\n12 Sample Street'],
])('the personal data of a page in %s is not kept', (_, page) => {
  expect(keep(page)).not.toMatch(PERSONAL)
})

it('the personal data of a page is replaced within its line, and the other lines keep their markup', () => {
  expect(keep('<ul><li>Call <b>919-555-0100</b>, <i>please</i></li><li>Vote <b>Yes</b> on A</li></ul>')).toContain(
    `<ul>\n<li>Call ${LEFT_OUT}, please<b></b><i></i></li>\n<li>Vote <b>Yes</b> on A</li>\n</ul>`,
  )
})

it('is refused if escapes make it larger than the bound', () => {
  const own = keep('&').length - '&amp;'.length
  const [many, rest] = [Math.floor((EVIDENCE_PAGE_BYTES_MAX - own) / 5), (EVIDENCE_PAGE_BYTES_MAX - own) % 5]
  const page = (more: number) => '&'.repeat(many) + 'x'.repeat(rest + more)
  expect(keep(page(0))).toHaveLength(EVIDENCE_PAGE_BYTES_MAX)
  expect(() => keep(page(1))).toThrow(`expected at most ${EVIDENCE_PAGE_BYTES_MAX}`)
})

it('has the text of the page, for any tags', () => {
  const TAGS = cells(`
    p | div | b | i | a | span | li | ul | td | tr | table | font | x-y | label | form | img
  `)
  const WORDS = ['We', 'endorse', 'Avery', '&amp;', '&lt;b&gt;', ' ', '\n', 'yes.', '<!-- no -->', '919-555-0100 ', 'ñ']
  const piece = fc.oneof(
    fc.constantFrom(...WORDS),
    fc.constantFrom(...TAGS).chain((tag) => fc.constantFrom(`<${tag}>`, `</${tag}>`, `<${tag} class="no">`)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const page = fileOf(`<p>Page</p>${pieces.join('')}`)
      expect(readPageText(fileOf(toKeptPage(page)))).toBe(readPageText(page))
    }),
    { numRuns: process.env.PROOF ? 20_000 : 500, seed: 20_261_127 },
  )
})

// Sentences that state an endorsement, and sentences that do not.

const SOUGHT: SoughtEndorsement = {
  endorser_name: 'Sample Herald',
  statements: ['The better record on water.'],
  candidate_name: 'Avery Q. Sample',
  rival_names: ['Blair R. Example'],
  ...{ measure_answer: null, measure_code: null, contest_title: 'Mayor' },
}
const ON_A: SoughtEndorsement = {
  ...SOUGHT,
  ...{ statements: [], candidate_name: null, measure_answer: 'no', measure_code: 'A', contest_title: 'Park bond' },
}

it.each([
  ['We say:\nThe  better record\non water. Really.', 'The better record on water.'],
  ['Today the Sample Herald endorses Avery Sample. Vote.', 'Today the Sample Herald endorses Avery Sample.'],
  ['The SAMPLE HERALD recommends Avery Q. Sample!', 'The SAMPLE HERALD recommends Avery Q. Sample!'],
  ['El Sample Herald respalda a Avery Sample.', 'El Sample Herald respalda a Avery Sample.'],
])('a candidate is endorsed: %s', (text, quote) => expect(findQuote(text, SOUGHT)).toBe(quote))

it.each([
  'The better record.',
  'Sample Herald\nAvery Sample',
  'Avery Sample spoke to the Sample Herald.',
  'The Sample Herald endorses Blair Sample. Avery Sample lost.',
  'The Sample Herald does not endorse Avery Sample.',
  "The Sample Herald can't support Avery Sample.",
  'The Sample Herald withdrew its endorsement of Avery Sample.',
  'The Sample Herald endorses Avery Samples.',
  'We endorse Avery Sample.',
  'The Sample Herald endorses Blair Example for the seat of Avery Sample.',
  'In Example or Avery Sample, the Sample Herald supports experience.',
  'The Sample Herald endorses Measure A. Avery Sample wrote it.',
  '',
])('a candidate is not endorsed: %s', (text) => expect(findQuote(text, SOUGHT)).toBeUndefined())

describe('a measure', () => {
  it.each(['The Sample Herald says: vote No on A.', 'Sample Herald: No on the Park bond'])('is named: %s', (text) =>
    expect(findQuote(text, ON_A)).toBe(text),
  )
  it.each(['The Sample Herald: Yes on A.', 'The Sample Herald: yes or no on A?', 'The Sample Herald: no on B.'])(
    'is not named: %s',
    (text) => expect(findQuote(text, ON_A)).toBeUndefined(),
  )
})

it('a statement of fewer than four words is no evidence', () => {
  expect(findQuote('Yes on A', { ...SOUGHT, statements: ['Yes on A'] })).toBeUndefined()
})

it('a long quote is cut between words and is found again', () => {
  const statement = 'water '.repeat(100).trim()
  const quote = findQuote(`x ${statement} y`, { ...SOUGHT, statements: [statement] }) ?? ''
  expect(quote.length).toBeLessThanOrEqual(EVIDENCE_QUOTE_LENGTH_MAX)
  expect(quote).toMatch(/water…$/)
  expect(hasQuote(statement, quote)).toBe(true)
  expect(hasQuote('something else', quote)).toBe(false)
})

const ROBOTS =
  'User-agent: other\nDisallow: /\n\nuser-agent: Hustings # us\nUser-agent: third\nDisallow: /news\nAllow: /news/2028*.html$\nDisallow:\n'
it.each([
  ['/', true],
  ['/news/2027.html', false],
  ['/news/2028/11.html', true],
  ['/news/2028/11.html?x', false],
  ['/robots.txt', true],
])('robots.txt %s: %s', (path, allowed) => expect(isAllowed(ROBOTS, 'hustings', path)).toBe(allowed))

it('robots.txt without a group of its own, the group of all counts; an empty file permits all', () => {
  expect(isAllowed('User-agent: *\nDisallow: /', 'hustings', '/x')).toBe(false)
  expect(isAllowed(ROBOTS.replace('Hustings', 'nobody'), 'hustings', '/news')).toBe(true)
  expect(isAllowed('', 'hustings', '/x')).toBe(true)
})
