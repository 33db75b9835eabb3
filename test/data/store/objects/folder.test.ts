// Objects in a shared folder.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openObjectReader, openObjectStore } from '../../../../data/store/objects/open.ts'
import { testStore } from './suite.ts'

const root = mkdtempSync(join(tmpdir(), 'hustings-store-'))
afterAll(() => rmSync(root, { recursive: true }))

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
