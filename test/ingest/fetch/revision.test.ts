// A publisher that tells the revision of its files in a small request: a file is fetched only if its revision is new.

import { expect, it } from 'vitest'
import { fetchSource } from '../../../ingest/fetch/fetch.ts'
import { FileGone, type FileRevision, type Source, SourceError } from '../../../ingest/read/source.ts'
import { ENTRY } from '../entry.ts'
import { folder, freshPublisher, publisher } from './fresh-publisher.ts'

freshPublisher({ etag: false, modified: null })

/** The first line of a file is its revision; `revisions` has the lines `name revision`. */
function sourceOf(names: readonly string[]): Source {
  const revisionOf = (name: string): FileRevision => ({
    url: `${publisher.url}/revisions`,
    read({ bytes, name: file }) {
      const text = Buffer.from(bytes).toString()
      if (text.startsWith('busy')) throw new SourceError('is busy', { file })
      const [, told] = new RegExp(`^(?:${name} |own )(.+)$`, 'm').exec(text) ?? []
      if (told === undefined) throw new FileGone('is missing', { file })
      return told
    },
  })
  return {
    ...ENTRY,
    id: 'own',
    living: true,
    inSeries: true,
    files: names.map((name) => ({
      ...{ url: `${publisher.url}/${name}`, mirror: `own/${name}.txt`, optional: true, revision: revisionOf(name) },
    })),
    read: () => undefined,
  }
}
const fetchOn = (day: string, names = ['a', 'b']) => {
  const options = { rawDir: folder, mirror: null, now: new Date(day), allowPrivate: true }
  return fetchSource(sourceOf(names), { ...options, revisions: new Map() })
}
const asked = () => publisher.requests.splice(0).map(({ path }) => path)

it('is asked once for all files, one request after the other, and files are fetched that are new', async () => {
  publisher.put('/revisions', 'a 1\nb 1\n')
  publisher.put('/a', 'own 1\nold a')
  publisher.put('/b', 'own 1\nold b')
  expect(await fetchOn('2026-10-01')).toHaveLength(2)
  expect(asked()).toEqual(['/revisions', '/a', '/b'])
  expect(publisher.mostOpen()).toBe(1)
  await fetchOn('2026-10-01')
  expect(asked()).toEqual([])
  publisher.put('/revisions', 'a 1\nb 2\n')
  publisher.put('/b', 'own 2\nnew b')
  const files = await fetchOn('2026-10-02')
  expect(asked()).toEqual(['/revisions', '/b'])
  expect(files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['own 1\nold a', 'own 2\nnew b'])
  await fetchOn('2026-10-03')
  expect(asked()).toEqual(['/revisions'])
})

it('leaves out a file that it says is missing, without a request for it', async () => {
  publisher.put('/revisions', 'a 1\n')
  publisher.put('/a', 'own 1\na')
  expect((await fetchOn('2026-10-01')).map(({ name }) => name)).toEqual(['own/a.txt'])
  expect(asked()).toEqual(['/revisions', '/a'])
})

it('stops the source where it answers that it is busy', async () => {
  publisher.put('/revisions', 'busy')
  await expect(fetchOn('2026-10-01')).rejects.toThrow('is busy')
  expect(asked()).toEqual(['/revisions'])
})
