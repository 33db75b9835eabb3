// The publishing desk as a source: one file per endorser, which the publisher writes from the state (cli/publish/desk-files.ts). For the
// endorsers of these files, the build takes the word of no other source (build/sql/61_endorsement.sql).

import { basename } from 'node:path'
import { DESK_SOURCE } from '../../data/store/source-read.ts'
import { type FetchedFile, type Source, type SourceReader, writtenSource } from '../read/source.ts'
import { readInterchangeOf } from './interchange.ts'

const PAGE = 'https://www.rfc-editor.org/rfc/rfc8615'

/** @param folder of the files @param names of the files in it, sorted */
export function deskSource(folder: string, names: readonly string[], family: Source['family']): Source {
  const publisher = 'The endorsers themselves, at the publishing desk of this service'
  return {
    ...writtenSource({ id: DESK_SOURCE, publisher, url: PAGE }, { folder, names, family }),
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
