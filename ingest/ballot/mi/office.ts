// The offices of Michigan's page of candidates, by their headings.

import type { NumberedWord } from '../area.ts'
import {
  countywide,
  type ListedOffice,
  type OfficeRule,
  president,
  stateHouse,
  stateSenate,
  statewide,
  usHouse,
  usSenate,
} from '../office.ts'

const NTH = '(\\d+)(?:st|nd|rd|th)'

/** Its groups give the arguments; the rest of a heading is the term, the number of positions and the office of filing. */
function rule(heading: string, office: (...groups: string[]) => ListedOffice): OfficeRule {
  return { pattern: new RegExp(`^${heading}(?= |$)`, 'i'), office }
}

/** In ballot order. */
export const MI_OFFICES: readonly OfficeRule[] = [
  rule('President', () => president),
  rule('Governor / Lt\\. Governor', () => statewide('governor', 'Governor and Lieutenant Governor')),
  // A primary nominates the governor alone.
  rule('Governor(?! of )', () => statewide('governor', 'Governor')),
  rule('Secretary of State', () => statewide('secretary-of-state', 'Secretary of State')),
  rule('Attorney General', () => statewide('attorney-general', 'Attorney General')),
  rule('(?:U\\.S\\. Senate|United States Senator)', () => usSenate),
  rule(`${NTH} District Representative in Congress`, (district) => usHouse(district)),
  rule(`${NTH} District State Senator`, (district) => stateSenate('MI', district)),
  rule(`${NTH} District Representative in State Legislature`, (district) => stateHouse('MI', district)),
  rule('Member of the State Board of Education', () =>
    statewide('state-board-of-education', 'Member of the State Board of Education'),
  ),
  rule('Regent of the University of Michigan', () => statewide('um-regent', 'Regent of the University of Michigan')),
  rule('Trustee of Michigan State University', () => statewide('msu-trustee', 'Trustee of Michigan State University')),
  rule('Governor of Wayne State University', () => statewide('wsu-governor', 'Governor of Wayne State University')),
  rule('Justice of (?:the )?Supreme Court(?: (Non-Incumbent|Incumbent))?', (kind) =>
    court({ ...statewide('supreme-court-justice', 'Justice of the Supreme Court') }, kind),
  ),
  rule(`${NTH} District Judge of (?:the )?Court of Appeals(?: (Non-Incumbent|Incumbent))?`, (district, kind) =>
    court(numbered('court_of_appeals', 'Judge of the Court of Appeals', `District ${district}`, district), kind),
  ),
  rule(`${NTH} Circuit Judge of (?:the )?Circuit Court(?: (Non-Incumbent|Incumbent))?`, (circuit, kind) =>
    court(numbered('circuit_court', 'Judge of the Circuit Court', `Circuit ${circuit}`, circuit), kind),
  ),
  rule(
    '(\\d+[A-Z]?)(?:st|nd|rd|th)? District Judge of (?:the )?District Court(?: (Non-Incumbent|Incumbent))?',
    (district, kind) =>
      court(
        numbered('district_court', 'Judge of the District Court', `District ${district}`, district.toLowerCase()),
        kind,
      ),
  ),
  rule('([A-Z][A-Z. ]+?)(?: County)? Judge of (?:the )?Probate Court(?: (Non-Incumbent|Incumbent))?', (county, kind) =>
    court({ ...countywide('probate-judge', 'Judge of the Probate Court', county), level: 'state' }, kind),
  ),
]

function numbered(word: NumberedWord, title: string, words: string, code: string): ListedOffice {
  const full = `${title}, ${words}`
  const area = { kind: 'numbered', word, code } as const
  return { subject: title.toLowerCase(), level: 'state', title: full, short_title: full, area }
}

/** Seats with and without an incumbent are contests of their own. @param kind empty if the heading does not say it */
function court(office: ListedOffice, kind: string): ListedOffice {
  const details = { nonpartisan: true }
  if (kind === '') return { ...office, details }
  const words = `${office.title} (${/^non/i.test(kind) ? 'Non-Incumbent' : 'Incumbent'} Position)`
  return { ...office, title: words, short_title: words, seat: kind.toLowerCase(), details }
}
