// Objects in a real S3 server, and behind a proxy with faults.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OBJECT_PIECE_BYTES, openS3 } from '../../../../data/store/objects/s3.ts'
import { bytesContent, type ObjectStore, readText } from '../../../../data/store/objects/store.ts'
import { type FaultyProxy, startFaultyProxy, startS3 } from '../../../object-store.ts'
import { PROOF_ONLY } from '../../../proof/only.ts'
import { testStore } from './suite.ts'

const s3 = await startS3()
const missing = 'missing' in s3 ? s3.missing : null
afterAll(async () => {
  if ('stop' in s3) await s3.stop()
})

function open(prefix: string, url: string): ObjectStore {
  return openS3(
    { kind: 's3', bucket: 'hustings', prefix },
    {
      ...{ accessKeyId: 'tester', secretAccessKey: 'not-a-secret', sessionToken: undefined, region: 'us-east-1' },
      endpoint: new URL(url),
    },
  )
}

describe.skipIf(missing !== null)(`S3${missing === null ? '' : ` (${missing})`}`, () => {
  const url = 'url' in s3 ? s3.url : ''
  describe('of any size', () => {
    const sizes = [OBJECT_PIECE_BYTES, OBJECT_PIECE_BYTES + 1, 2 * OBJECT_PIECE_BYTES]
    testStore(async () => open('deep/prefix', url), PROOF_ONLY === null ? [1, ...sizes] : [1])
  })

  describe('with faults', () => {
    let proxy: FaultyProxy
    beforeAll(async () => {
      if ('url' in s3) proxy = await startFaultyProxy(s3, 'faulty')
    })
    afterAll(() => proxy?.close())
    const put = (store: ObjectStore, name: string, said: string) =>
      store.put(`parts/${name}`, bytesContent(Buffer.from(said)))

    test('repeats a request whose answer is lost, also one that the store has carried out', async () => {
      const store = open('faulty', proxy.url)
      for (const fault of ['lost', 'unavailable', 'cut'] as const) {
        let times = 2
        proxy.choose = (asked) => (asked.startsWith('PUT') && times-- > 0 ? fault : undefined)
        await put(store, fault, 'said')
        expect(await readText(store, `parts/${fault}`, 10)).toBe('said')
      }
    })

    test('gives up after some attempts, and names store, object and reason without the credentials', async () => {
      const store = open('faulty', proxy.url)
      proxy.choose = () => 'unavailable'
      await expect(put(store, 'never', 'x')).rejects.toThrow(
        's3://hustings/faulty: HEAD parts/never: got the status 503',
      )
      proxy.choose = (asked) => (asked.startsWith('GET') ? 'lost' : undefined)
      await expect(store.get('parts/lost')).rejects.toThrow(/GET parts\/lost: the connection failed \(\w+\)/)
      await expect(store.get('parts/lost')).rejects.not.toThrow(/tester|not-a-secret/)
    })
  })

  test.skipIf(PROOF_ONLY !== null)('lists more than a page', async () => {
    const store = open('many', url)
    const names = Array.from({ length: 1003 }, (_, nth) => `bundles/${String(nth).padStart(4, '0')}.json`)
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(
        names.slice(at, at + 50).map((name) => fetch(`${url}/hustings/many/${name}`, { method: 'PUT', body: 'x' })),
      )
    expect((await store.list('bundles/')).map(({ key }) => key)).toEqual(names)
  })
})
