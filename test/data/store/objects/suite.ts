// The promises of every store of objects that can be written.

import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesContent, fileContent, type ObjectStore, readText } from '../../../../data/store/objects/store.ts'

const text = (said: string) => bytesContent(Buffer.from(said))

/** @param sizes of files in bytes */
export function testStore(open: () => Promise<ObjectStore>, sizes: readonly number[]): void {
  test('gives back what was put, and nothing for another name', async () => {
    const store = await open()
    expect(await store.put('parts/a.sqlite', text('one'))).toEqual({ created: true, bytes: 3 })
    expect(await readText(store, 'parts/a.sqlite', 10)).toBe('one')
    expect(await store.size('parts/a.sqlite')).toBe(3)
    expect(await store.get('parts/b.sqlite')).toBeUndefined()
    expect(await store.size('parts/b.sqlite')).toBeUndefined()
    await expect(readText(store, 'parts/a.sqlite', 2)).rejects.toThrow('more than 2 bytes')
  })

  test('never overwrites, also if many write at once', async () => {
    const store = await open()
    const said = Array.from({ length: 5 }, (_, nth) => `writer ${nth}`)
    const put = await Promise.all(said.map((one) => store.put('parts/same.sqlite', text(one))))
    expect(put.filter(({ created }) => created)).toHaveLength(1)
    const kept = await readText(store, 'parts/same.sqlite', 100)
    expect(said[put.findIndex(({ created }) => created)]).toBe(kept)
    expect(await store.put('parts/same.sqlite', text('longer than before'))).toEqual({ created: false, bytes: 8 })
    expect(await readText(store, 'parts/same.sqlite', 100)).toBe(kept)
  })

  test('lists a folder with sizes, and removes', async () => {
    const store = await open()
    expect(await store.list('listed/')).toEqual([])
    for (const name of ['c', 'a', 'b']) await store.put(`listed/${name}.json`, text(name))
    await store.put('listed-not/a.json', text('x'))
    const listed = await store.list('listed/')
    expect(listed.map(({ key, bytes }) => [key, bytes])).toEqual(
      ['a', 'b', 'c'].map((name) => [`listed/${name}.json`, 1]),
    )
    for (const { written } of listed) expect(Math.abs(Date.now() - written)).toBeLessThan(600_000)
    await store.remove('listed/b.json')
    await store.remove('listed/never.json')
    expect((await store.list('listed/')).map(({ key }) => key)).toEqual(['listed/a.json', 'listed/c.json'])
  })

  test('stores files of any size under their hash, and no file that has another one', async () => {
    const store = await open()
    const folder = mkdtempSync(join(tmpdir(), 'hustings-objects-'))
    try {
      for (const size of sizes) {
        const bytes = randomBytes(size)
        const file = join(folder, String(size))
        writeFileSync(file, bytes)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const wrong = store.put(`parts/wrong-${size}`, fileContent(file, 'f'.repeat(64)))
        await expect(wrong, String(size)).rejects.toThrow(`got the SHA-256 ${sha256}, expected ffff`)
        expect(await store.size(`parts/wrong-${size}`), String(size)).toBeUndefined()
        expect(await store.put(`parts/${sha256}`, fileContent(file, sha256))).toEqual({ created: true, bytes: size })
        const hash = createHash('sha256')
        for await (const chunk of (await store.get(`parts/${sha256}`)) ?? []) hash.update(chunk)
        expect(hash.digest('hex'), String(size)).toBe(sha256)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}
