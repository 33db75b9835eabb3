// The kept bytes of a page: what is in them, what is not, and that their text is the text of the page.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVIDENCE_PAGE_BYTES_MAX } from '../../../ingest/constants.ts'
import { LEFT_OUT, readPageText, toKeptPage } from '../../../ingest/evidence/page.ts'

const fileOf = (bytes: Uint8Array | string) => ({ name: 'example.org.html', bytes: Buffer.from(bytes) })
const keep = (page: string): string => Buffer.from(toKeptPage(fileOf(page))).toString('utf8')

describe('the personal data of a page', () => {
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
  ])('in %s is not kept', (_, page) => {
    expect(keep(page)).not.toMatch(PERSONAL)
  })

  it('is replaced within its line, and the other lines keep their markup', () => {
    expect(keep('<ul><li>Call <b>919-555-0100</b>, <i>please</i></li><li>Vote <b>Yes</b> on A</li></ul>')).toContain(
      `<ul>\n<li>Call ${LEFT_OUT}, please<b></b><i></i></li>\n<li>Vote <b>Yes</b> on A</li>\n</ul>`,
    )
  })
})

it('is refused if escapes make it too large', () => {
  expect(() => toKeptPage(fileOf(`<p>${'&'.repeat(EVIDENCE_PAGE_BYTES_MAX / 4)}`))).toThrow(
    `expected at most ${EVIDENCE_PAGE_BYTES_MAX}`,
  )
})

it('has the text of the page, for any tags', () => {
  const TAGS = [
    'p',
    'div',
    'b',
    'i',
    'a',
    'span',
    'li',
    'ul',
    'td',
    'tr',
    'table',
    'font',
    'x-y',
    'label',
    'form',
    'img',
  ]
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
    { numRuns: 2000, seed: 20_261_127 },
  )
})
