// The states' own files of 2025 and 2026 that one project keeps unchanged among its tests and research.

import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { SourceEntry } from '../read/source.ts'

const COMMIT = '37994fd13da7a84f5cd089bee09d60fe71c946e3'

interface CivicMirrorFile {
  id: string
  state: StateCode
  /** The office that published it. */
  office: string
  vintage: string
  /** In the project's repository. */
  path: string
  /** Below `ballots/states_2025_2026`. */
  name: string
}

export function civicMirrorFile({
  id,
  state,
  office,
  vintage,
  path,
  name,
}: CivicMirrorFile): Omit<SourceEntry, 'lists'> {
  return {
    id,
    publisher: `CivicMirror, from the ${office}`,
    url: 'https://github.com/CivicMirror/CivicMirror-API',
    licence: 'Public record',
    vintage,
    published_on: '2026-07-23',
    states: [state],
    files: [
      {
        url: `https://raw.githubusercontent.com/CivicMirror/CivicMirror-API/${COMMIT}/${encodeURI(path)}`,
        mirror: `ballots/states_2025_2026/${name}`,
      },
    ],
    personal: [],
    family: 'public',
  }
}
