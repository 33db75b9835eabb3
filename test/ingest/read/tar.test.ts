import { pack } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { SourceError } from '../../../ingest/read/source.ts'
import { readTar } from '../../../ingest/read/tar.ts'
import { makeTar } from './tar-bytes.ts'

const file = (bytes: Uint8Array) => ({ name: 'people.tar', bytes, url: 'https://example.org/people.tar' })
const all = (): boolean => true
const rejects = async (bytes: Uint8Array, message: RegExp): Promise<void> => {
  await expect(readTar(file(bytes), all)).rejects.toThrow(SourceError)
  await expect(readTar(file(bytes), all)).rejects.toThrow(message)
  await expect(readTar(file(bytes), all)).rejects.toThrow(/^people\.tar/)
}

describe('readTar', () => {
  it('gives the requested files, in order', async () => {
    const good = await makeTar({
      'data/b.yml': 'second',
      'data/a.yml': 'first',
      'readme.md': 'no',
      'data/empty.yml': '',
    })
    const entries = await readTar(file(good), (name) => name.endsWith('.yml'))
    expect([...entries].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['data/b.yml', 'second'],
      ['data/a.yml', 'first'],
      ['data/empty.yml', ''],
    ])
  })

  it('skips folders and links of any name', async () => {
    const archive = pack()
    archive.entry({ name: '../out', type: 'symlink', linkname: '/etc/passwd' })
    archive.entry({ name: 'data', type: 'directory' })
    archive.entry({ name: 'data/hard', type: 'link', linkname: 'data/a' })
    archive.entry({ name: 'data/a' }, 'kept')
    archive.finalize()
    const chunks: Buffer[] = []
    for await (const chunk of archive) if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    expect([...(await readTar(file(Buffer.concat(chunks)), all)).keys()]).toEqual(['data/a'])
  })

  it.each(['../a', 'data/../../a', '/etc/a', 'a\\b', 'a\nb'])('refuses the name %j', async (name) => {
    await rejects(await makeTar({ [name]: 'x' }), /expected a plain relative path/)
  })

  it('refuses two files of one name', async () => {
    const once = await makeTar({ a: '1' })
    const twice = Buffer.concat([once.subarray(0, 1024), once])
    await rejects(twice, /two files called "a"/)
  })

  it('refuses an incomplete or invalid tar', async () => {
    const good = await makeTar({ a: 'x'.repeat(2000) })
    await rejects(new Uint8Array(0), /0 bytes/)
    await rejects(good.subarray(0, 700), /700 bytes, expected whole tar blocks/)
    await rejects(good.subarray(0, 1024), /cannot be read as a tar/)
    await rejects(Buffer.alloc(1024, 0x61), /cannot be read as a tar/)
    await rejects(Buffer.alloc(1024), /no entry/)
  })

  it('refuses a requested file over 16 MiB, and skips any other', async () => {
    const large = await makeTar({ large: 'x'.repeat(16 * 1024 * 1024 + 1), small: 'y' })
    await rejects(large, /"large" has 16777217 bytes/)
    expect([...(await readTar(file(large), (name) => name === 'small')).keys()]).toEqual(['small'])
  })
})
