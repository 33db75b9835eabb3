// Builds a bundle from the sources of an unpacked snapshot, and from nothing else.

import { join } from 'node:path'
import { quote } from '../../exit.ts'
import { type RebuiltBundle, rebuildReads } from './rebuild-reads.ts'
import type { UnpackedFolder } from './unpacked.ts'

/** Works in a folder of its own, so that the packed parts cannot be reused. Throws CommandError if a source cannot be read. */
export function rebuildSources({ paths: unpacked, sources }: UnpackedFolder, file: string): Promise<RebuiltBundle> {
  return rebuildReads({
    ...{ root: join(unpacked.root, 'rebuilt'), raw: unpacked.raw, reads: sources, what: file },
    next: `hustings snapshot verify ${quote(file)} --rebuild   # with the version of Hustings that packed it`,
  })
}
