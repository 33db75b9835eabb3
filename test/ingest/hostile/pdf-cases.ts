// PDFs that would take all memory, or never end.

import { deflateSync } from 'node:zlib'
import { makePdf } from '../read/pdf-bytes.ts'
import { casesOf, type HostileCase } from './case.ts'

const text = [{ x: 72, y: 700, text: 'Ann Example' }]

/** A PDF with one page, whose content is this packed stream. */
function packed(content: Buffer): Buffer {
  const stream = Buffer.concat([
    Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R >>`
  const objects = [`<< /Type /Catalog /Pages 2 0 R >>`, `<< /Type /Pages /Kids [4 0 R] /Count 1 >>`, stream, page]
  const parts = objects.map((object, at) =>
    Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
  )
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...parts, Buffer.from('trailer << /Size 5 /Root 1 0 R >>\n%%EOF\n')])
}

export const cases: readonly HostileCase[] = casesOf(
  'pdf',
  // biome-ignore format: a case a line
  [
    ['a page that unpacks to 256 MB', () => packed(deflateSync(Buffer.alloc(2 ** 28, ' '))), /has a stream of more than/],
    ['six million pages told, of which one is there', () => Buffer.from(String(makePdf([text])).replace('/Count 1', '/Count 6000000')), 1],
    ['pages that contain each other', () => Buffer.from(String(makePdf([text])).replace('/Kids [5 0 R]', '/Kids [2 0 R]')), /^list\.pdf: (has no text|cannot be read)/],
    ['a million open brackets', () => Buffer.from(`%PDF-1.4\n1 0 obj\n${'['.repeat(1e6)}`), /^list\.pdf: cannot be read as a PDF/],
    ['a million open dictionaries', () => Buffer.from(`%PDF-1.4\n1 0 obj\n${'<<'.repeat(1e6)}`), /^list\.pdf: cannot be read as a PDF/],
  ],
)
