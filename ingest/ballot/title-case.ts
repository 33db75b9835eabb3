// Converts titles that publishers print in capitals to title case.

const KEPT = new Set(['NC', 'US', 'DC', 'ABC', 'ANC', 'II', 'III', 'IV', 'VI', 'VII', 'VIII', 'IX'])
const SMALL = new Set(['OF', 'AND', 'AT', 'FOR', 'FROM', 'IN', 'ON', 'OR', 'THE', 'TO'])
/** Words that publishers abbreviate to fit a field. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  BD: 'Board',
  BOE: 'Board of Education',
  BORO: 'Borough',
  CO: 'County',
  DIST: 'District',
  EDU: 'Education',
  RGNL: 'Regional',
  TWP: 'Township',
}

/** `MCDOWELL COUNTY BD OF EDUCATION DISTRICT 02` → `McDowell County Board of Education District 2`. */
export function titleCase(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map((word, index, words) =>
      index > 0 && SMALL.has(word.toUpperCase()) && !/^LARGE\b/i.test(words[index + 1] ?? '')
        ? word.toLowerCase()
        : word.replace(/[^\s()"-]+/g, /\d-\d/.test(word) ? caseInNumber : caseWord),
    )
    .join(' ')
}

/** Title case if the text is all capitals; otherwise unchanged. */
export function readable(text: string): string {
  return /[a-z]/.test(text) ? text : titleCase(text)
}

/** The digits of `2024-05` are those of an ordinance. */
function caseInNumber(word: string): string {
  return /^\d+$/.test(word) ? word : caseWord(word)
}

function caseWord(word: string): string {
  const upper = word.toUpperCase()
  const written = WRITTEN_OUT[upper]
  if (written !== undefined) return written
  if (KEPT.has(upper)) return upper
  if (/^#?\d+$/.test(upper)) return upper.replace(/\d+/, (digits) => String(Number(digits)))
  if (/^\d+[A-Z]$/.test(upper)) return upper.replace(/^0+/, '')
  if (/^\d+(ST|ND|RD|TH)$/.test(upper)) return upper.toLowerCase()
  if (/\d/.test(upper)) return upper
  if (/^MC[A-Z]{2,}$/.test(upper)) return `Mc${capital(upper.slice(2))}`
  if (/^O'[A-Z]/.test(upper)) return `O'${capital(upper.slice(2))}`
  return capital(upper)
}

/** Capitals for the first letter and after `&`: `"Kay"`, `A&P`. */
function capital(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}]*\p{L}|&\p{L}/gu, (start) => start.toUpperCase())
}
