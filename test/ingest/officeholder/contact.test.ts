import { expect, test } from 'vitest'
import { toUrl, toUrls } from '../../../ingest/officeholder/contact.ts'

test.each([
  ['https://example.gov/member?id=7&name=Ada%20E.#top', 'https://example.gov/member?id=7&name=Ada%20E.#top'],
  ['http://example.gov', 'http://example.gov'],
  ['https://example.gov/{0A-57}.jpg', 'https://example.gov/%7B0A-57%7D.jpg'],
  ['https://example.gov/hon-jiménez', 'https://example.gov/hon-jim%C3%A9nez'],
  ['https://example.gov/?name=%Ramos,%20Ada', 'https://example.gov/?name=%25Ramos,%20Ada'],
  ['https://example.gov/ada_[1].jpg', 'https://example.gov/ada_%5B1%5D.jpg'],
  ['https://example.gov/?\\district=1', 'https://example.gov/?%5Cdistrict=1'],
  [' https://example.gov/ada e.jpg\n', 'https://example.gov/ada%20e.jpg'],
])('%s becomes the URI %s', (text, uri) => {
  expect(toUrl(text)).toBe(uri)
})

test.each([
  '',
  'not a url',
  'ftp://example.gov/',
  'mailto:ada@example.gov',
  'https://',
  'https://a b/',
  'https://example.gov/#a#b',
  'https://example.gov/\ud800',
  'https://example.govhttps://www.example.gov/ada',
])('%s is no URL', (text) => {
  expect(toUrl(text)).toBe(null)
})

test('the same address twice, encoded and not, is one', () => {
  expect(toUrls([{ url: 'https://example.gov/é' }, { url: 'https://example.gov/%C3%A9' }])).toHaveLength(1)
})
