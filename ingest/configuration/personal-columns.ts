// Finds columns that sound personal in a file whose columns nobody knows beforehand.

import { isSqlite, layerColumns } from '../read/geopackage.ts'
import { type FetchedFile, SourceError } from '../read/source.ts'
import { isZip, readZip } from '../read/zip.ts'

type Named = Pick<FetchedFile, 'name' | 'bytes'>

/** In words of a name, in any case: `RepEmail`, `HOME_PHONE`, `mailing address`, `addr1`, `mailcity`. */
const PERSONAL =
  /\b(e ?mails?|phone|phones|telephone|tel|fax|mobile|cell|ssn|dob|birth ?(date|day)|date of birth|residence|voter ?(id|number)|home|mail|mailing|(home|mail|mailing)(street|city|town|state|zip|county)\w*)\b|email|phone|addr/

/** Words that name no place of a person: pages, self-governing towns, and votes by mail. */
const INNOCENT =
  /\b(home (page|pages|rule|url|link|site|website)|by mail|mail (in )?(ballot|ballots|vote|votes|voting))\b/g

/** Throws SourceError for a file with columns or members that sound personal and that `named` lacks: nothing of it is kept. */
export async function requireNamed(file: Named, named: readonly string[]): Promise<void> {
  const names = /\.zip$/i.test(file.name) || isZip(file.bytes) ? await namesInZip(file) : namesIn(file)
  const unnamed = [...new Set(names)].filter((name) => soundsPersonal(name) && !named.includes(name))
  if (unnamed.length === 0) return
  const list = unnamed.slice(0, 10).join(', ')
  throw new SourceError(
    `has ${unnamed.length === 1 ? 'a column that sounds' : 'columns that sound'} personal: ${list}; name ${unnamed.length === 1 ? 'it' : 'each'} in sources.yaml under personal, which blanks it, or under not_personal; nothing is kept until then`,
    { file: file.name },
  )
}

export function soundsPersonal(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()
  return PERSONAL.test(words.replace(INNOCENT, ' '))
}

function namesIn({ name, bytes }: Named): string[] {
  if (/\.dbf$/i.test(name)) return fieldsOf(bytes)
  if (isSqlite(bytes)) return layerColumns(name, bytes)
  if (/\.kml$/i.test(name) || bytes[0] === LESS_THAN) return dataOf(bytes)
  if (/\.(geo)?json$/i.test(name)) return membersOf(bytes)
  return /\.(csv|tsv|txt)$/i.test(name) ? columnsOf(bytes) : []
}

async function namesInZip(file: Named): Promise<string[]> {
  const members = await readZip({ ...file, url: '' })
  return [...members].flatMap(([name, bytes]) => namesIn({ name, bytes }))
}

/** Of the first line. */
function columnsOf(bytes: Uint8Array): string[] {
  const end = bytes.findIndex((byte) => byte === 10 || byte === 13)
  const line = Buffer.from(end < 0 ? bytes : bytes.subarray(0, end))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  return line.split(/[,;\t|]/).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
}

const LESS_THAN = 0x3c

/** KML: the names of data; in a description the cells of a table, marked words, and what stands before a colon. */
function dataOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('utf8')
  const tags = [...text.matchAll(/<(?:[\w.-]{1,60}:)?(?:Data|SimpleData|SimpleField)\s([^<>]{0,300})>/g)]
  const labels = [...text.matchAll(LABEL)].map(([, label = '']) => label)
  const nameIn = (attributes: string): string => /\bname\s*=\s*["']([^"']{1,100})["']/.exec(attributes)?.[1] ?? ''
  return [...tags.map(([, attributes = '']) => nameIn(attributes)), ...labels].map((name) => name.trim())
}

const LABEL = /(?:>|&gt;|\[CDATA\[)([^<>&:[]{1,200})(?::|(?:<|&lt;)\/(?:t[dh]|b|strong|span|dt)\b)/gi

/** Longer names are cut at the front. */
const NAME_BYTES = 100

/** The names of all members, at any depth, also of a text that is no JSON: each quoted text before a colon. */
function membersOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1')
  const names = new Set<string>()
  for (const { index } of text.matchAll(/"\s*:/g))
    names.add(afterQuote(text.slice(Math.max(0, index - NAME_BYTES), index)))
  return [...names].map((name) => {
    const written = Buffer.from(name, 'latin1').toString('utf8')
    try {
      return String(JSON.parse(`"${written}"`))
    } catch {
      return written
    }
  })
}

/** The end of a text, from its last quote that no backslash escapes. */
function afterQuote(text: string): string {
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] !== '"') continue
    let start = at
    while (text[start - 1] === '\\') start--
    if ((at - start) % 2 === 0) return text.slice(at + 1)
    at = start
  }
  return text
}

const [DBF_FIELDS_AT, DBF_FIELD_BYTES, DBF_NAME_BYTES, DBF_END] = [32, 32, 11, 13]

/** dBASE: descriptors of 32 bytes, each with its name first, until a carriage return. */
function fieldsOf(bytes: Uint8Array): string[] {
  const names: string[] = []
  for (let at = DBF_FIELDS_AT; at + DBF_FIELD_BYTES <= bytes.length && bytes[at] !== DBF_END; at += DBF_FIELD_BYTES)
    names.push(
      Buffer.from(bytes.subarray(at, at + DBF_NAME_BYTES))
        .toString('latin1')
        .replace(/\0.*$/s, ''),
    )
  return names
}
