// The parser of the stream's text reads what the package eventsource-parser reads, cut at any place.

import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFrameParser } from '../../client/stream.ts'

/** In pieces that end at these places. */
function cut(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end))
}

it('reads fields, comments, ids that stay, and a wait before a reconnection', () => {
  const parser = createFrameParser()
  expect(parser.retry()).toBeNull()
  const text =
    ': keep-alive\n\nretry: 250\n\nid: 7\nevent: ready\ndata: {"a":\ndata: 1}\n\ndata:b\n\nevent: lost\n\nid: 8\nda'
  expect(parser.feed(text)).toEqual([
    { id: '7', event: 'ready', data: '{"a":\n1}' },
    { id: '7', event: 'message', data: 'b' },
  ])
  expect(parser.retry()).toBe(250)
  expect(parser.feed('ta: c\n\n')).toEqual([{ id: '8', event: 'message', data: 'c' }])
})

it('reads any text as the package does, however it is cut', () => {
  const plain =
    'data|data:|data: {"x":1}|data:y|event: e|event:|id: i|id:|id: a\0b|retry: 5|retry: x|other: x|data: a: b'
  const odd = ['', ':', ': x', ' data: x', 'data:  two', 'datax: y']
  const line = fc.constantFrom(...odd, ...plain.split('|'))
  const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 30 })
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 8 }), (lines, places) => {
      const whole = lines.map(([one, end]) => one + end).join('')
      const expected: object[] = []
      const peer = createParser({ onEvent: ({ event = 'message', data }) => expected.push({ event, data }) })
      const parser = createFrameParser()
      const parts = cut(whole, places)
      for (const part of parts) peer.feed(part)
      expect(parts.flatMap((part) => parser.feed(part))).toMatchObject(expected)
    }),
  )
})
