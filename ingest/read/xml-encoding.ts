import { type FetchedFile, SourceError } from '../source.ts'
import { type Encoding, hasUtf8Mark } from './text.ts'

/** As browsers do, ISO-8859-1 is read as windows-1252: they differ in control characters alone, which no publisher means. */
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
}
const DECLARATION_BYTES = 300

/** Of the byte order mark, or the XML declaration; default UTF-8. Throws SourceError where they disagree, and for any other encoding. */
export function xmlEncoding({ name, bytes }: Pick<FetchedFile, 'name' | 'bytes'>): Encoding {
  const marked = hasUtf8Mark(bytes)
  const head = Buffer.from(bytes.subarray(marked ? 3 : 0, DECLARATION_BYTES)).toString('latin1')
  const declared = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1]
  if (declared === undefined) return 'utf-8'
  const encoding = new Map(Object.entries(ENCODINGS)).get(declared.toLowerCase())
  if (encoding === undefined)
    throw new SourceError(`declares the encoding ${declared}, expected ${Object.keys(ENCODINGS).join(', ')}`, {
      file: name,
      line: 1,
    })
  if (marked && encoding !== 'utf-8')
    throw new SourceError(`declares the encoding ${declared}, and begins with the byte order mark of UTF-8`, {
      file: name,
      line: 1,
    })
  return encoding
}
