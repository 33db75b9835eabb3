// Title case for the words of an office.

import { titleCase } from '../title-case.ts'

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
