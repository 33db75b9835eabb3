// Reads the cells of San Francisco's grids of 2016, and the pages on which its June endorsers published.

import { SF_2016_NAMES } from '../../data/reference/candidate-names.ts'
import { SF_2016_ALIASES } from '../../data/reference/sf-2016.ts'
import { encoder } from '../read/code-table.ts'
import { readCsv } from '../read/csv.ts'
import { type FetchedFile, type Sink, SourceError } from '../read/source.ts'

export interface GridCell {
  at: { file: string; line: number }
  endorser: string
  category: string
  candidate: string
  /** `none`: NA. The grid does not say what the endorser thinks. */
  answer: 'yes' | 'no' | 'abstain' | 'none'
  /** The endorser's own page, if known; else the grid. */
  source_url: string
}

/** Addresses of pages, by endorser and category. */
export type Pages = ReadonlyMap<string, string>

const COLUMNS = ['endorser', 'category', 'candidate', 'endorsement'] as const
const encodeAnswer = encoder({
  field: 'endorsement',
  known: { Yes: 'yes', No: 'no', Abstain: 'abstain', NA: 'none' } as const,
})

const PAGES = {
  'District 17': 'district_17_url',
  'District 19': 'district_19_url',
  Proposition: 'props_url',
  'State Senate': 'state_senate_url',
} as const

/** In file order, with the served names. Each corrected name gives one issue. */
export function readGrid(file: FetchedFile, pages: Pages, sink: Sink): GridCell[] {
  const said = new Set<string>()
  const cells: GridCell[] = []
  for (const { line, record } of readCsv(file, { columns: COLUMNS }, sink)) {
    const at = { file: file.name, line }
    const mend = (field: 'endorser' | 'candidate', names: Readonly<Record<string, string>>): string => {
      const name = record[field].trim()
      if (name === '') throw new SourceError(`got no ${field}, expected a name`, at)
      const right = Object.hasOwn(names, name) ? names[name] : undefined
      if (right === undefined) return name
      const message = `read "${name}" as "${right}" on this and later lines`
      if (!said.has(name)) sink.issue({ ...at, field, code: 'mended-name', value: name, message, severity: 'mended' })
      said.add(name)
      return right
    }
    const category = record.category.trim()
    cells.push({
      at,
      endorser: mend('endorser', SF_2016_ALIASES),
      category,
      candidate: mend('candidate', SF_2016_NAMES),
      answer: encodeAnswer(record.endorsement, at, sink) ?? 'none',
      source_url: pages.get(pageKey(record.endorser, category)) ?? file.url,
    })
  }
  return cells
}

/** Some endorsers answered by e-mail, so a value that is not an address is skipped. */
export function readPages(file: FetchedFile, sink: Sink): Pages {
  const pages = new Map<string, string>()
  const columns = ['endorser', ...Object.values(PAGES)] as const
  for (const { record } of readCsv(file, { columns }, sink))
    for (const [category, column] of Object.entries(PAGES)) {
      const url = record[column].trim()
      if (/^https?:\/\/\S+$/.test(url) && URL.canParse(url)) pages.set(pageKey(record.endorser, category), url)
    }
  return pages
}

function pageKey(endorser: string, category: string): string {
  return `${endorser.trim()}\n${category}`
}
