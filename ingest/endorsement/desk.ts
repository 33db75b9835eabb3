// The source of the publishing desk: one file per endorser, which the publisher writes from the state (cli/desk-files.ts). For the
// endorsers of these files, the build takes the word of no other source (build/sql/61_endorsement.sql).

import { basename } from 'node:path'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import type { FetchedFile, Source, SourceFile, SourceReader } from '../read/source.ts'
import { readInterchangeOf } from './interchange.ts'

/** Also named in build/sql/61_endorsement.sql. */
export const DESK_SOURCE = 'desk'
const PAGE = 'https://www.rfc-editor.org/rfc/rfc8615'

/** @param folder of the files @param names of the files in it, sorted */
export function deskSource(folder: string, names: readonly string[], family: Source['family']): Source {
  return {
    id: DESK_SOURCE,
    publisher: 'The endorsers themselves, at the publishing desk of this service',
    url: PAGE,
    licence: 'None stated',
    vintage: 'current',
    published_on: '1970-01-01',
    living: true,
    states: STATE_CODES,
    personal: [],
    family,
    files: names.map(
      (name): SourceFile => ({
        url: `${PAGE}#${name}`,
        mirror: `${DESK_SOURCE}/${name}`,
        location: { path: `${folder}/${name}` },
      }),
    ),
    filesStandAlone: true,
    mayBeEmpty: true,
    follow: { folder },
    needs: ['ballots', 'endorsers'],
    read: readDesk,
  }
}

const readDesk: SourceReader<'ballots' | 'endorsers'> = async (files, context, sink) => {
  for (const file of files)
    await readInterchangeOf([slugOf(file)], `the file of ${slugOf(file)}`)([file], context, sink)
}

/** A file speaks for the endorser in its name alone. */
function slugOf({ name }: FetchedFile): string {
  return basename(name, '.json')
}
