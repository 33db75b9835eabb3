// Objects in a shared folder.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openObjectReader, openObjectStore } from '../../../../data/store/objects/open.ts'
import { shareFolder } from '../../../temporary.ts'
import { testStore } from './suite.ts'

const root = shareFolder()

testStore(() => openObjectStore({ kind: 'folder', root }), [1, 1 << 20, (1 << 20) + 1, 3_000_000])

test('leaves no temporary file, and its files cannot be written', () => {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.writing$/.test(name))
  expect(names).toEqual([])
  expect(statSync(join(root, 'parts', 'a.sqlite')).mode & 0o777).toBe(0o444)
})

test('an address can be read and not written', async () => {
  const location = { kind: 'https', url: 'https://parts.example.org/x' } as const
  expect((await openObjectReader(location)).name).toBe('https://parts.example.org/x')
  await expect(openObjectStore(location)).rejects.toThrow('which can only be read')
})
