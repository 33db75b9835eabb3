// Splits the text of an office into its words, its parts (Ward 2, Seat A) and its term, and writes its words in title case.

import { titleCase } from '../printed-name.ts'

/** A number or letter after a word such as WARD. */
export interface OfficePart {
  /** In capitals; '' if the source gives the code alone. */
  word: string
  /** `2`, `B`, `4A` */
  code: string
}

export interface OfficeWords {
  /** Capitals, without parts and term. */
  text: string
  parts: readonly OfficePart[]
  /** Words of the district column that name no part, e.g. `KAHULUI`. */
  named: string
  at_large: boolean
  unexpired: boolean
  /** The words that tell terms of one office apart: `2-Year Term`, `Term Commencing 01/02/2023`. */
  term: string | null
  /** The number in `(VOTE FOR 3)`. */
  votes: number | null
}

const PART_WORDS = new Set(
  'WARD DISTRICT DIST ZONE SUBDISTRICT PRECINCT AREA SEAT PLACE POSITION POSIITON POS POST GROUP OFFICE DIVISION DIV DEPARTMENT DEPT PART CIRCUIT JUDGESHIP BRANCH'.split(
    ' ',
  ),
)
const PART_NAMES: Readonly<Record<string, string>> = {
  DEPT: 'DEPARTMENT',
  DIST: 'DISTRICT',
  DIV: 'DIVISION',
  POS: 'POSITION',
  POSIITON: 'POSITION',
}
/** Before `DISTRICT 5`: the number belongs to the name of the district itself. */
const NAMED_BY_NUMBER = new Set(
  'SCHOOL SCHOOLS FIRE WATER SEWER PARK LIBRARY HOSPITAL CEMETERY SANITARY AMBULANCE EMS PROTECTION RECREATION CONSERVATION DRAINAGE IMPROVEMENT UTILITY POWER SERVICE CONTROL DEVELOPMENT RESCUE IRRIGATION HIGHWAY DIVERSION'.split(
    ' ',
  ),
)
const ORDINALS: Readonly<Record<string, string>> = Object.fromEntries(
  'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH TWENTIETH'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
)
const NUMBERS: Readonly<Record<string, string>> = { ONE: '1', TWO: '2', THREE: '3', FOUR: '4', FIVE: '5', SIX: '6' }
const ROMAN: Readonly<Record<string, string>> = { I: '1', II: '2', III: '3', IV: '4', V: '5', VI: '6', VII: '7' }

const VOTES = /\(?\bVOTE FOR (?:UP TO |NOT MORE THAN |NO MORE THAN )?(\d+|ONE|TWO|THREE|FOUR|FIVE|SIX)\)?/
const UNEXPIRED =
  /\(?\b(?:TO FILL (?:AN? |THE )?VACANCY|(?:FOR )?(?:AN )?UNEXP?(?:IRED|D)?\.?(?= |$|\))(?: TERM\b)?|PARTIAL TERM|SPECIAL ELECTION)\)?/
const DATED =
  /\(?\b(?:TERM )?(COMMENCING|ENDING|EXPIRING|EXPIRES) (\d{1,2}\/\d{1,2}\/\d{2,4}|[A-Z]{3,9} \d{1,2}, \d{4})\)?/
const YEARS = /\(?(?:\b|#)(ONE|TWO|THREE|FOUR|FIVE|SIX|\d)[ -]?Y(?:EA)?RS?\b\.?(?: TERM\b)?\)?/
/** `(12 MONTH UNEXPIRED TERM)` */
const MONTHS = /\(?\b(\d{1,2}) MONTHS? (?=UNEXPIRED)/
/** `TRUSTEE 2026 TERM` */
const TERM_OF_YEAR = /\b(20\d\d) TERM\b/
/** Seats with and without an incumbent are contests of their own. */
const KIND_OF_SEAT = /\b(NON-INCUMBENT|INCUMBENT|NEW JUDGESHIP)\b/
const AT_LARGE = /\bAT[ -]LARGE\b(?: TERM\b)?/

/** @param district the column of a source that has one, else '' */
export function splitOffice(office: string, district = ''): OfficeWords {
  let text = withoutTermMarks(plain(office))
  const vote = VOTES.exec(text)?.[1]
  text = text.replace(VOTES, '')
  // `UNEXPIRED 2-YEAR TERM GRANT COUNTY SOIL CONSERVATION DISTRICT` in the column
  let listed = plain(district)
  const unexpired = UNEXPIRED.test(text) || /\bUNEXPIRED\b/.test(listed)
  if (/\bUNEXPIRED\b/.test(listed))
    listed = tidy(
      listed
        .replace(UNEXPIRED, '')
        .replace(YEARS, '')
        .replace(/^ *TERM\b/, ''),
    )
  const month = MONTHS.exec(text)?.[1]
  text = text.replace(MONTHS, '(').replace(UNEXPIRED, '')
  const terms: string[] = month === undefined ? [] : [`${month}-Month Term`]
  const dated = DATED.exec(text)
  if (dated) terms.push(`Term ${titled(dated[1] ?? '')} ${titled(dated[2] ?? '')}`)
  text = text.replace(DATED, '')
  const year = TERM_OF_YEAR.exec(text)?.[1]
  if (year !== undefined) terms.push(`${year} Term`)
  text = text.replace(TERM_OF_YEAR, '')
  const kind = KIND_OF_SEAT.exec(text)?.[1]
  if (kind !== undefined)
    terms.push(
      kind === 'NEW JUDGESHIP' ? 'New Judgeship' : `${kind === 'INCUMBENT' ? 'Incumbent' : 'Non-Incumbent'} Position`,
    )
  text = text.replace(KIND_OF_SEAT, '')
  const years = YEARS.exec(text)?.[1]
  if (years !== undefined && !/^BALLOT|PROPOSITION|QUESTION|LEVY|MEASURE/.test(text)) {
    terms.push(`${NUMBERS[years] ?? years}-Year Term`)
    text = text.replace(YEARS, '')
  }
  text = withPartLast(text)
  const inner = AT_LARGE.test(text)
  const body = popParts(tidy(text.replace(AT_LARGE, ' ')))
  const column = columnParts(withPartLast(listed).replace(/^(?:STATEWIDE|COUNTYWIDE|CITYWIDE|NA|NONE|SPECIAL)$/, ''))
  const alone = /^0*(\d{1,4}[A-Z]?|[A-Z])$/.exec(column.text)?.[1]
  return {
    text: body.text,
    parts: distinctParts([...body.parts, ...(alone === undefined ? [] : [{ word: '', code: alone }]), ...column.parts]),
    named: alone === undefined ? column.text : '',
    at_large: inner || body.at_large || column.at_large,
    unexpired,
    term: terms.length > 0 ? terms.join(', ') : null,
    votes: vote === undefined ? null : Number(NUMBERS[vote] ?? vote),
  }
}

/** `BOROUGH COUNCIL WARD 3 - LINCOLN PARK`, `DISTRICT 2 - ABBEVILLE` */
function withPartLast(text: string): string {
  const inside = /\b(?:WARD|DISTRICT) \d+ - /.exec(text)
  if (!inside) return text
  const [part] = inside
  return `${text.slice(0, inside.index)}${text.slice(inside.index + part.length)} ${part.slice(0, -3)}`
}

/** `AT-LARGE EMMONS DISTRICT 1`, `SUPER6` */
function columnParts(text: string): ReturnType<typeof popParts> {
  const superward = /^SUPER ?(\d)$/.exec(text)?.[1]
  if (superward !== undefined) return { text: '', parts: [{ word: 'SUPERWARD', code: superward }], at_large: false }
  const spelled = text
    // `WARD 1 1`, `ZONE 1-2` (zone 1, two years), `AT LARGE POSITION 1 DISTRICT`
    .replace(/^(WARD \d+) (\d+)$/, '$1 POSITION $2')
    .replace(/^(ZONE \d)-\d$/, '$1')
    .replace(/(POSITION \d+) DISTRICT$/, '$1')
  const { text: left, parts, at_large } = popParts(spelled)
  const after = /^AT-LARGE (.+)$/.exec(left)?.[1]
  return { text: after ?? left, parts, at_large: at_large || after !== undefined }
}

/** Marks of a whole term, and one that the file cuts: `(FULL TERM)`, `(UNEXPIRED TER`, `2YUXP`. */
function withoutTermMarks(text: string): string {
  const plainTerm = text
    .replace(/ ?\(?\bFULL TERM\b\)?/, '')
    // `COUNTY COMMISSION SEAT C - SPECIAL 2 YEAR`
    .replace(/ - SPECIAL(?= \d YEAR|$)/, ' UNEXPIRED TERM')
    .replace(/\b(\d)Y?U(?:N)?X?P\b/, '$1 YEAR UNEXPIRED TERM')
  const open = plainTerm.lastIndexOf('(')
  if (open < 0 || plainTerm.includes(')', open)) return plainTerm
  const cut = plainTerm.slice(open + 1)
  if (!/^(?:\d|F|U|FU|UN|$)|^(?:UNEX|FUL)|YEAR|TERM/.test(cut)) return plainTerm
  if (/^\d$/.test(cut)) return `${plainTerm.slice(0, open)} ${cut} YEAR`
  const kept = cut.replace(/ ?\b(?:TER|TE|T)$/, '').replace(/\bUNE?X?P?I?R?E?$/, 'UNEXPIRED')
  return `${plainTerm.slice(0, open)}${/UNEXPIRED|YEAR/.test(kept) ? ` ${kept}` : ''}`.trim()
}

/** The column often repeats what the text says: `SCHOOL BOARD DISTRICT 8` with 008. */
function distinctParts(parts: readonly OfficePart[]): OfficePart[] {
  return parts.filter(({ word, code }, at) => {
    const earlier = parts.slice(0, at)
    return !earlier.some((other) => other.code === code && (word === '' || other.word === word))
  })
}

/** Capitals with plain quotes, dashes and single spaces, without a mark such as `(REP)` or `(I)`. */
export function plain(text: string): string {
  return (
    text
      .toUpperCase()
      .replace(/[‘’`]/g, "'")
      .replace(/[–—]/g, '-')
      .replace(/\bCOMMIS{1,3}ION|\bCOM{3}IS{2}ION/g, 'COMMISSION')
      .replace(/\b(?:TUSTEE|TRUESTEE)/g, 'TRUSTEE')
      .replace(/\bCOUNTY COUNTY\b/g, 'COUNTY')
      .replace(/\bJUDGE (?=SPECIAL APPEALS\b)/, 'JUDGE OF THE COURT OF ')
      // `(BELGRADE)ELECTION`, `DISTRICT COURT/ COUNTY CLERK`
      .replace(/\)(?=[A-Z])/g, ') ')
      .replace(/(?<=[A-Z])\/ (?=[A-Z])/g, '/')
      .replace(/\b(?:LOCAL GOV(?:'T)?|GOV'T)(?= )/g, (words) =>
        words.startsWith('LOCAL') ? 'LOCAL GOVERNMENT' : 'GOVERNMENT',
      )
      .replace(/\bSUP OF SCHOOLS\b/, 'SUPERINTENDENT OF SCHOOLS')
      .replace(/\bBROUGH COUNCIL\b/, 'BOROUGH COUNCIL')
      .replace(/\bSCHOOLAD\b/, 'SCHOOL AD')
      .replace(/\bLMPROVEMENT\b/, 'IMPROVEMENT')
      .replace(/\bREVELOPMENT\b/, 'REDEVELOPMENT')
      .replace(/\bMICROBREWREY\b/, 'MICROBREWERY')
      // `BOARD OF DIRECTORS - 2YR YEAR TERM`
      .replace(/\b(\d)YR YEAR\b/, '$1 YEAR')
      // `BRD OF FIRE COMM HAZLET TWP FD1`
      .replace(/\bBR?D OF FIRE COMM\b/, 'BOARD OF FIRE COMMISSIONERS')
      .replace(/ FD ?(?=\d$)/, ' FIRE DISTRICT NO. ')
      .replace(/\bASSOC COMMISSIONER\b/, 'ASSOCIATE COMMISSIONER')
      .replace(/\bBD OF ED(?=\/|$)/, 'BOARD OF EDUCATION')
      // `WEST LANCASTERTOWNSHIP TRUSTEE`
      .replace(/([A-Z]{3})TOWNSHIP\b/g, '$1 TOWNSHIP')
      // `PHOENIX DIST 2-COUNCILMEMBER`, `PEORIA-PINE-COUNCILMEMBER`
      .replace(/ DIST (\d+)-(COUNCIL\w*)$/, ' $2 DISTRICT $1')
      .replace(/-(COUNCIL(?:MEMBER|MAN|OR))$/, ' $1')
      // `EAST WARD COUNCIL - TRENTON EAST`
      // `EAST DAKOTA WATER DEVELOPMENT DISTRICT DIRECTOR EAST DAKOTA WDD 4`
      .replace(/^([A-Z]+ [A-Z]+)( .* DIRECTOR) \1 [A-Z]+ (\d+)$/, '$1$2 AREA $3')
      .replace(/^BOARD MEMBER (?=MEMBER OF THE BOARD)/, '')
      .replace(/^(NORTH|SOUTH|EAST|WEST) WARD (COUNCIL.*) \1$/, '$2 $1 WARD')
      // `BOARD OF EDUCATIONCITY OF …`, `COMMITTEE-TOWNSHIP OF …`
      .replace(/(EDUCATION|COMMITTEE|COUNCIL|MAYOR)-? ?(?=(?:CITY|TOWN|BOROUGH|TOWNSHIP) OF )/g, '$1 ')
      // `BOARD OF EDUCATIONLOWER CAPE MAY`, `EDUCATION2YUXP`
      .replace(/\bEDUCATION(?!AL\b)(?=[A-Z0-9])/, 'EDUCATION ')
      // A regular election of another year's cycle: `PIKE SCHOOL BOARD MIDTERM CYCLE`.
      .replace(/ MIDTERM CYCLE\b/, '')
      // `COUNTY COMMISSIONER A`, `COUNTY COUNCIL AT-LARGE B`
      .replace(/\b(COUNTY (?:COUNCIL|COMMISSION(?:ER)?)|AT[ -]LARGE) (?=[A-Z]$)/, '$1 SEAT ')
      // `COUNTY COUNCIL 5`
      .replace(/\b(SCHOOL BOARD|COUNTY COUNCIL|COUNTY COMMISSION) (?=\d+$)/, '$1 DISTRICT ')
      // `SPECIAL STANLEY TOWN COUNCIL MEMBER` fills a vacancy, as its line says
      .replace(/^SPECIAL (?=.*\b(?:MEMBER|MAYOR|CLERK|TREASURER)$)/, '')
      // `UHSD #210 WARD 2-GBM`
      .replace(/ (WARD \d+)-GBM\b/, '-GBM $1')
      .replace(/\((?:REP|DEM|LIB|NP|NON|NONPARTISAN|I)\)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Without marks and the word `TERM` that are left at the end. */
function tidy(text: string): string {
  let left = (text.includes('(') ? text : text.replaceAll(')', ' ')).replace(/\s+/g, ' ').trim()
  for (let before = ''; before !== left; ) {
    before = left
    left = trimMarks(left, ' ,:(-')
    if (left.endsWith(' TERM')) left = left.slice(0, -5)
  }
  return left
}

/** Without marks at both ends. */
export function trimMarks(text: string, marks = ' :,-/'): string {
  let [start, end] = [0, text.length]
  while (start < end && marks.replace('(', '').includes(text.charAt(start))) start++
  while (end > start && marks.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

function titled(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase()
}

/** Takes `WARD 2`, `DISTRICT NO. 4`, `2ND WARD`, `EAST WARD` and `AT LARGE` from the end of a text. */
function popParts(text: string): { text: string; parts: OfficePart[]; at_large: boolean } {
  const tokens = text.split(/[\s,;:]+/).filter((token) => token !== '')
  const parts: OfficePart[] = []
  let at_large = false
  for (;;) {
    while (tokens.length > 0 && /^[-/]+$/.test(tokens.at(-1) ?? '')) tokens.pop()
    const last = tokens.at(-1) ?? ''
    const before = tokens.at(-2) ?? ''
    if (/^\(?AT-LARGE\)?$/.test(last)) {
      tokens.pop()
      at_large = true
    } else if (last === 'LARGE' && before === 'AT') {
      tokens.splice(-2)
      at_large = true
    } else {
      const part = partAt(tokens)
      if (!part) break
      tokens.splice(-part.length)
      parts.unshift({ word: part.word, code: part.code })
    }
  }
  // An inner comma is kept where nothing was taken from the end.
  return { text: parts.length === 0 && !at_large ? tidy(text) : tidy(tokens.join(' ')), parts, at_large }
}

function partAt(tokens: readonly string[]): { word: string; code: string; length: number } | undefined {
  const last = (tokens.at(-1) ?? '').replace(/^#/, '')
  const word = last.replace(/\.$/, '')
  // `2ND WARD`, `FIRST DISTRICT`, `EAST WARD`
  if (PART_WORDS.has(word) && tokens.length > 1) {
    const of = tokens.at(-2) ?? ''
    const ordinal = ORDINALS[of] ?? /^(\d+)(?:ST|ND|RD|TH)$/.exec(of)?.[1]
    if (ordinal !== undefined) return { word: nameOf(word), code: ordinal, length: 2 }
    if (word === 'WARD' && /^(?:NORTH|SOUTH|EAST|WEST|CENTRAL)$/.test(of)) return { word: 'WARD', code: of, length: 2 }
  }
  const ward = /^W-?(\d{1,2})$/.exec(last)?.[1]
  if (ward !== undefined) return { word: 'WARD', code: ward, length: 1 }
  if (!/^(?:\d{1,4}[A-Z]?|[A-Z]|[IVX]{2,4})$/.test(last)) return undefined
  const gap = /^(?:NO\.?|#|-|NUMBER)$/.test(tokens.at(-2) ?? '') ? 1 : 0
  const marker = (tokens.at(-2 - gap) ?? '').replace(/\.$/, '')
  if (!PART_WORDS.has(marker)) return undefined
  if (/^DIST/.test(marker) && NAMED_BY_NUMBER.has(tokens.at(-3 - gap) ?? '')) return undefined
  return { word: nameOf(marker), code: ROMAN[last] ?? last.replace(/^0+(?=.)/, ''), length: 2 + gap }
}

function nameOf(word: string): string {
  return PART_NAMES[word] ?? word
}

// Title case for the words of an office.

const ABBREVIATIONS = new Set(
  'AGWSR CDD ECT EMS ESD ESPLOST FD GA HB HS ICT ISD JP LLC MSD PSC PUD RFPD SPLOST TSPLOST TV UC UHSD USD WDD'.split(
    ' ',
  ),
)
/** Before a district's number: `GLENDALE UHSD #205`. */
const SCHOOL_DISTRICTS: Readonly<Record<string, string>> = { UH: 'UNION HIGH', E: 'ELEMENTARY', U: 'UNIFIED' }
/** Words without a vowel that are no acronyms. */
const SHORTENED = new Set(
  'BLDG BLVD BRD DR FT HRBR HTS HWY JR LN MC MR MRS MS MT MTN NG PK PT RD RGNL SCH SR ST STE TWP'.split(' '),
)
/** Words that a question has and a name has not: beside one, `A` is an article. */
const SENTENCE = /\b(?:of|to|for|by|in|the|shall|and|from|with|as)\b/i

/** `CITY OF COEUR D'ALENE RECORDER/TREASURER` → `City of Coeur d'Alene Recorder/Treasurer`, `STATES ATTORNEY` → `State's Attorney` */
export function officeTitle(text: string): string {
  const written = text
    .replace(/-GBM\b/, ' GOVERNING BOARD MEMBER')
    .replace(/-(?=(?:QUESTION|PROPOSITION)\b)/g, ' ')
    .replace(/\b(UH|E|U)SD (?=#\d)/, (_, kind: string) => `${SCHOOL_DISTRICTS[kind]} SCHOOL DISTRICT `)
    .replace(/\bNO\.(?=\d)/g, 'No. ')
  const cased = titleCase(written)
    .replace(/\/([a-z])/g, (_, letter: string) => `/${letter.toUpperCase()}`)
    .replace(/(?<=[a-z])\(S\)/g, '(s)')
    .replace(/\bStates Attorney\b/, "State's Attorney")
    .replace(
      /\b([DL])'([a-z])/g,
      (_, article: string, letter: string) => `${article.toLowerCase()}'${letter.toUpperCase()}`,
    )
  return (SENTENCE.test(text) ? withArticles(cased) : cased)
    .replace(
      /\b(Measure|Proposition) ([A-Z][a-z]{1,2})$|\b(Proposition) ([A-Z][a-z])(?= )/g,
      (whole, word: string = '', code: string = '', before: string = '', letters: string = '') =>
        letters === ''
          ? `${word} ${code.toUpperCase()}`
          : isDoubled(letters)
            ? `${before} ${letters.toUpperCase()}`
            : whole,
    )
    .replace(/\b(?:[A-Za-z]\.){2,}/g, (dotted) => dotted.toUpperCase())
    .replace(/\b(?:Ci|Lr|Ir)-(?=\d)/g, (letters) => letters.toUpperCase())
    .replace(/\bArticle [IVX][ivx]+\b/g, (article) => `Article ${article.slice(8).toUpperCase()}`)
    .replace(/\b[A-Z][a-z]{1,6}\b/g, (word) => (isAcronym(word.toUpperCase()) ? word.toUpperCase() : word))
}

/** `Establish a Charter`; after a colon or the word for a question it begins the title, as in `Amendment A`. */
function withArticles(text: string): string {
  return text
    .split(' ')
    .map((word, at, words) => {
      const before = words[at - 1]
      const begins = before === undefined || /:$|^(?:Amendment|Measure|Proposition|Question)$/.test(before)
      return begins || at === words.length - 1 || !/^An?$/.test(word) ? word : word.toLowerCase()
    })
    .join(' ')
    .replace(/: ([a-z])/g, (_, letter: string) => `: ${letter.toUpperCase()}`)
}

function isDoubled(letters: string): boolean {
  return letters[0]?.toLowerCase() === letters[1]
}

/** `PCSSD`, `KBR`: no word lacks a vowel. */
function isAcronym(word: string): boolean {
  return ABBREVIATIONS.has(word) || (/^[B-DF-HJ-NP-TV-XZ]{3,7}$/.test(word) && !SHORTENED.has(word))
}
