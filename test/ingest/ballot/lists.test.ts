import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSource } from '../../../ingest/engine/registry.ts'
import { GOLDEN } from '../golden/folder.ts'
import { lists } from './lists.ts'

describe.each(Object.entries(lists))('the list of %s', (id, make) => {
  it('is the input of its golden folder', () => {
    const [file] = findSource(id)?.files ?? []
    const path = join(GOLDEN, id, 'input', basename(file?.mirror ?? ''))
    if (process.env.GOLDEN === 'write') {
      mkdirSync(join(GOLDEN, id, 'input'), { recursive: true })
      writeFileSync(path, make())
    }
    expect(readFileSync(path).equals(make())).toBe(true)
  })
})
