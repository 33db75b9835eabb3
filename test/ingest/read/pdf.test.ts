import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readPdfLines } from '../../../ingest/read/pdf.ts'
import { makePdf, type PdfText } from './pdf-bytes.ts'

const read = (pages: readonly (readonly PdfText[])[]) => readPdfLines({ name: 'list.pdf', bytes: makePdf(pages) })
const textsOf = async (pages: readonly (readonly PdfText[])[]) => (await read(pages)).map(({ text }) => text)

describe('the text of a PDF', () => {
  it('comes line by line, top to bottom and left to right, with the number of the line and of the page', async () => {
    const first = [
      { x: 300, y: 700, text: 'Democratic' },
      { x: 72, y: 680, text: 'District 2' },
      { x: 72, y: 700, text: 'District 1' },
    ]
    expect(await read([first, [{ x: 72, y: 700, text: 'District 3' }]])).toEqual([
      { line: 1, page: 1, text: 'District 1 Democratic' },
      { line: 2, page: 1, text: 'District 2' },
      { line: 3, page: 2, text: 'District 3' },
    ])
  })

  it('joins pieces that touch, and has a space for a gap', async () => {
    const pieces = [
      { x: 72, y: 700, text: 'Exam' },
      // "Exam" is 30.0 points wide in Helvetica of 12 points.
      { x: 102.1, y: 700.5, text: 'ple' },
      { x: 130, y: 700, text: 'Ann' },
    ]
    expect(await textsOf([pieces])).toEqual(['Example Ann'])
  })

  it('is decoded, and has no spaces at its ends or in a row', async () => {
    expect(await textsOf([[{ x: 72, y: 700, text: '  Peña \x93Bo\x94   (Example) ' }]])).toEqual([
      'Peña “Bo” (Example)',
    ])
  })

  it('of rows closer than a third of the type is one line; of others it is two', async () => {
    const rows = (gap: number) => [
      { x: 72, y: 700, text: 'A' },
      { x: 172, y: 700 - gap, text: 'B' },
    ]
    expect(await textsOf([rows(3.9)])).toEqual(['A B'])
    expect(await textsOf([rows(4.1)])).toEqual(['A', 'B'])
  })
})

describe('a file is refused', () => {
  const refuse = (bytes: Uint8Array) => expect(readPdfLines({ name: 'list.pdf', bytes })).rejects
  const whole = makePdf([[{ x: 72, y: 700, text: 'Ann Example' }]])

  it('that is no PDF', () =>
    refuse(Buffer.from('<html>')).toThrow('list.pdf: does not begin as a PDF does, with %PDF-'))
  it('that is cut', () =>
    refuse(whole.subarray(0, 60)).toThrow('list.pdf: cannot be read as a PDF (InvalidPDFException)'))
  it('without text', () => refuse(makePdf([[]])).toThrow('list.pdf: has no text, expected a PDF that is not a scan'))

  it('with a stream that unpacks to more than 32 MiB', () =>
    refuse(withStreams(whole, 1, deflateSync(Buffer.alloc(32 * MIB + 1)))).toThrow(
      'list.pdf: has a stream of more than 33554432 bytes, expected no more',
    ))

  it('with streams that unpack to more than 256 MiB together, while other work goes on', async () => {
    const rounds = countRounds()
    await refuse(withStreams(whole, 10, deflateSync(Buffer.alloc(30 * MIB)))).toThrow(TOGETHER)
    expect(rounds()).toBeGreaterThan(10)
  })

  it('with damaged streams that unpack to more than 256 MiB together', () => {
    const packed = deflateSync(Buffer.alloc(30 * MIB))
    packed.fill(0xff, packed.length - 4)
    return refuse(withStreams(whole, 10, packed)).toThrow(TOGETHER)
  })

  it('with too many small streams', () => refuse(withStreams(whole, 20_000, deflateSync('x'))).toThrow(TOGETHER))
})

const MIB = 1024 * 1024
const TOGETHER = 'list.pdf: has streams of more than 268435456 bytes together, expected no more'

/** Before its table, whose places then are wrong; the library finds the objects by itself. */
function withStreams(pdf: Buffer, count: number, packed: Uint8Array): Buffer {
  const end = pdf.indexOf('xref')
  const stream = Buffer.concat([Buffer.from('9 0 obj\n<<>>\nstream\n'), packed, Buffer.from('\nendstream\nendobj\n')])
  return Buffer.concat([pdf.subarray(0, end), ...Array.from({ length: count }, () => stream), pdf.subarray(end)])
}

/** Of the event loop, from now on. */
function countRounds(): () => number {
  let rounds = 0
  const count = (): void => {
    rounds++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  return () => {
    clearImmediate(next)
    return rounds
  }
}

it('a list whose streams unpack to 64 MiB together is read', async () => {
  const pdf = withStreams(makePdf([[{ x: 72, y: 700, text: 'Ann Example' }]]), 128, deflateSync(Buffer.alloc(MIB / 2)))
  expect(await readPdfLines({ name: 'list.pdf', bytes: pdf })).toMatchObject([{ text: 'Ann Example' }])
})
