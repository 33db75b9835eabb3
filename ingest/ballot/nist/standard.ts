// The two common data formats of NIST that share their classes: the names of files, classes and fields, under which object.ts reads them.
// Sources of standards.csv: NIST_V1_ballot_definition.json of SP 1500-20; NIST_V2_election_results_reporting.json of SP 1500-100, and
// civics_cdf_spec.xsd of its Civics profile.

import { z } from 'zod'
import { groupBy } from '../../../data/core/group-by.ts'
import { readOwnTable } from '../../read/csv.ts'

export interface Standard {
  /** As messages name it. */
  title: string
  /** The root element of an XML file. */
  root: string
  /** The class of a JSON file's object. */
  type: string
  /** Permitted namespaces of the root element; null stands for none. Absent: any. */
  namespaces?: readonly (string | null)[]
  /** Top-level fields that do not describe ballots or officeholders. */
  rootLeftOut: ReadonlySet<string>
  /** Left out with all their content wherever they are: contact data, outlines, positions on paper, counts of votes. */
  leftOut: ReadonlySet<string>
  /** Fields that the other standard has under another name, which the readers use. */
  renamed: ReadonlyMap<string, string>
  /** True for an element that only groups others, which then count as its parent's. */
  groups(element: string): boolean
  /** Of each field that holds objects: the fields of all classes that it may hold. The root is ''. */
  fields: Readonly<Record<string, ReadonlySet<string>>>
  /** The values of fields with a closed list, by `<holding field>/<field>`, where the readers do not check them. */
  values: Readonly<Record<string, ReadonlySet<string>>>
}

const listRow = z.strictObject({
  standard: z.enum(['both', 'definition', 'report']),
  list: z.enum(['root_left_out', 'left_out', 'fields', 'values', 'renamed']),
  /** The key in `fields` and `values`; of `renamed`, the name that the readers use. Else empty. */
  of: z.string(),
  words: z.string().min(1),
})
const ROWS = readOwnTable(listRow, 'ingest', 'ballot', 'nist', 'standards.csv')

function listsOf(standard: 'definition' | 'report') {
  const own = ROWS.filter((row) => row.standard === 'both' || row.standard === standard)
  const byKey = (list: (typeof ROWS)[number]['list']): Record<string, ReadonlySet<string>> => {
    const rows = groupBy(
      own.filter((row) => row.list === list),
      ({ of }) => of,
    )
    return Object.fromEntries(
      [...rows].map(([of, same]) => [of, new Set(same.flatMap(({ words }) => words.split(' ')))]),
    )
  }
  const all = (list: 'root_left_out' | 'left_out'): ReadonlySet<string> => byKey(list)[''] ?? new Set<string>()
  const renamed = Object.entries(byKey('renamed')).flatMap(([of, words]) =>
    [...words].map((word) => [word, of] as const),
  )
  return {
    rootLeftOut: all('root_left_out'),
    leftOut: all('left_out'),
    renamed: new Map(renamed),
    fields: byKey('fields'),
    values: byKey('values'),
  }
}

/** SP 1500-20, version 1.0.0. */
export const BALLOT_DEFINITION: Standard = {
  title: 'version 1.0.0',
  root: 'BallotDefinition',
  type: 'BallotDefinition.BallotDefinition',
  groups: () => false,
  ...listsOf('definition'),
}

/** SP 1500-100, version 2, and its Civics profile, which groups elements and has no namespace. */
export const ELECTION_REPORT: Standard = {
  title: 'SP 1500-100',
  root: 'ElectionReport',
  type: 'ElectionResults.ElectionReport',
  namespaces: [null, 'http://itl.nist.gov/ns/voting/1500-100/v2'],
  groups: (element) => element === 'ExternalIdentifiers' || element.endsWith('Collection'),
  ...listsOf('report'),
}
