import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A new folder, which goes with this run of the tests. */
export const newFolder = (): string => mkdtempSync(join(inject('runFolder'), 'folder-'))
