// HUSTINGS_PARTS: what it accepts, and what it says about the rest.

import { expect, test, vi } from 'vitest'
import { s3Environment } from '../../../../data/store/environment.ts'
import { nameLocation, overlaps, parseS3, readPartsStore } from '../../../../data/store/objects/location.ts'

const read = (text: string, family: 'public' | 'sample' = 'public') => readPartsStore(text, '/var/lib/hustings', family)

test('reads buckets, addresses and folders, and gives the sample a place of its own', () => {
  expect(readPartsStore(undefined, '/x', 'public')).toBeUndefined()
  expect(read('')).toBeUndefined()
  const places: [string, string, string][] = [
    ['s3://bucket/a/prefix', 's3://bucket/a/prefix', 's3://bucket/a/prefix/sample'],
    ['s3://bucket', 's3://bucket', 's3://bucket/sample'],
    [
      'https://parts.example.org/hustings/',
      'https://parts.example.org/hustings',
      'https://parts.example.org/hustings/sample',
    ],
    ['http://127.0.0.1:9000/x', 'http://127.0.0.1:9000/x', 'http://127.0.0.1:9000/x/sample'],
    ['/shared/parts/', '/shared/parts', '/shared/parts/sample'],
  ]
  for (const [text, own, sample] of places) {
    const found = [read(text), read(text, 'sample')].map((location) => location && nameLocation(location))
    expect(found).toEqual([own, sample])
  }
})

test('refuses other texts with a sentence, without a password', () => {
  const wrong = [
    's3://B/x',
    's3://bucket/../x',
    's3://bucket/a b',
    'http://parts.example.org/x',
    'https://user:hidden@parts.example.org/x',
    'https://parts.example.org/x?signature=hidden',
    'shared/folder',
    'ftp://host/x',
  ]
  for (const text of wrong) {
    expect(() => read(text), text).toThrow(/HUSTINGS_PARTS: got .+, expected s3:\/\/bucket\/prefix/)
    expect(() => read(text), text).not.toThrow(/hidden/)
  }
  expect(() => read('/var/lib/hustings')).toThrow('got the data folder itself')
})

test('two prefixes overlap if one is in the other', () => {
  const at = (text: string) => parseS3(text) ?? { kind: 's3' as const, bucket: '', prefix: '' }
  expect(overlaps(at('s3://bucket/a'), at('s3://bucket/a/b'))).toBe(true)
  expect(overlaps(at('s3://bucket'), at('s3://bucket/a'))).toBe(true)
  expect(overlaps(at('s3://bucket/a'), at('s3://bucket/ab'))).toBe(false)
  expect(overlaps(at('s3://bucket/a'), at('s3://other/a'))).toBe(false)
})

test('names the variable that is missing', () => {
  try {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined)
    expect(s3Environment).toThrow("the environment's AWS_ACCESS_KEY_ID: got nothing")
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL_S3']) vi.stubEnv(name, 'hidden')
    expect(s3Environment).toThrow(/^the environment's AWS_ENDPOINT_URL_S3: got another text, expected [^"]+$/)
  } finally {
    vi.unstubAllEnvs()
  }
})
