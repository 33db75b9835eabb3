// Sources whose files this service writes itself, one per endorser: the publishing desk, and captured evidence.

import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import type { Source, SourceFile } from './source.ts'

/** The parts of an entry that such sources share. @param folder of the files @param names of the files in it, sorted */
export function writtenSource(
  { id, publisher, url }: Pick<Source, 'id' | 'publisher' | 'url'>,
  { folder, names, family }: { folder: string; names: readonly string[]; family: Source['family'] },
) {
  return {
    ...{ id, publisher, url, family },
    licence: 'None stated',
    vintage: 'current',
    published_on: '1970-01-01',
    living: true,
    states: STATE_CODES,
    personal: [],
    files: names.map(
      (name): SourceFile => ({
        url: `${url}#${name}`,
        mirror: `${id}/${name}`,
        location: { path: `${folder}/${name}` },
      }),
    ),
    filesStandAlone: true,
    mayBeEmpty: true,
  } as const
}
