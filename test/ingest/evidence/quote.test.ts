// Sentences that state an endorsement, and sentences that do not.

import { describe, expect, it } from 'vitest'
import { EVIDENCE_QUOTE_LENGTH_MAX } from '../../../ingest/constants.ts'
import { isAllowed } from '../../../ingest/evidence/capture.ts'
import { findQuote, hasQuote, type SoughtEndorsement } from '../../../ingest/evidence/page.ts'

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

describe('a candidate', () => {
  it.each([
    ['We say:\nThe  better record\non water. Really.', 'The better record on water.'],
    ['Today the Sample Herald endorses Avery Sample. Vote.', 'Today the Sample Herald endorses Avery Sample.'],
    ['The SAMPLE HERALD recommends Avery Q. Sample!', 'The SAMPLE HERALD recommends Avery Q. Sample!'],
    ['El Sample Herald respalda a Avery Sample.', 'El Sample Herald respalda a Avery Sample.'],
  ])('is endorsed: %s', (text, quote) => expect(findQuote(text, SOUGHT)).toBe(quote))

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
  ])('is not endorsed: %s', (text) => expect(findQuote(text, SOUGHT)).toBeUndefined())
})

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

describe('robots.txt', () => {
  const ROBOTS =
    'User-agent: other\nDisallow: /\n\nuser-agent: Hustings # us\nUser-agent: third\nDisallow: /news\nAllow: /news/2028*.html$\nDisallow:\n'
  it.each([
    ['/', true],
    ['/news/2027.html', false],
    ['/news/2028/11.html', true],
    ['/news/2028/11.html?x', false],
    ['/robots.txt', true],
  ])('%s: %s', (path, allowed) => expect(isAllowed(ROBOTS, 'hustings', path)).toBe(allowed))

  it('without a group of its own, the group of all counts; an empty file permits all', () => {
    expect(isAllowed('User-agent: *\nDisallow: /', 'hustings', '/x')).toBe(false)
    expect(isAllowed(ROBOTS.replace('Hustings', 'nobody'), 'hustings', '/news')).toBe(true)
    expect(isAllowed('', 'hustings', '/x')).toBe(true)
  })
})
