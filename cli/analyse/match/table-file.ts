// Opens the input and writes the output, each in its format. CSV is here; Parquet needs DuckDB, which takes a moment to load: parquet.ts.

import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { CommandError } from '../../exit.ts'
import { type Counts, type CsvHeader, formatOf, MATCH_ROW_BYTES_MAX, SEPARATOR, type TableFile } from './chunk.ts'
import { openOutput, openRejects } from './output-file.ts'
import { type MatchWork, matchRows } from './pool.ts'
import { endOfRows, fromLatin1, readField, walkRows } from './walk-csv.ts'

/** @setting Bytes of CSV that `match` gives to a worker at once. In larger chunks, more rows are neighbors in the index. */
const MATCH_CHUNK_BYTES = 1_048_576

interface MatchOutput {
  output: string
  /** The file for the list of rejected rows. */
  rejects: string
  /** Names of the new columns. */
  added: readonly string[]
}

/** @throws CommandError if the file has no header, or is no Parquet file */
export async function openTable(file: string): Promise<TableFile> {
  if (formatOf(file) === 'csv') return openCsv(file)
  const { openParquet } = await import('./parquet.ts')
  return openParquet(file)
}

/** Writes both files or neither. @throws as matchRows */
export async function writeMatched(
  { output, rejects: list, added }: MatchOutput,
  work: Omit<MatchWork, 'rejects'>,
): Promise<Counts> {
  const { table } = work
  const rejects = await openRejects(list)
  try {
    const counts = await write()
    await rejects.complete()
    return counts
  } finally {
    await rejects.close()
  }

  async function write(): Promise<Counts> {
    const format = formatOf(output) ?? 'csv'
    if (table.header && format === 'csv')
      return writeCsv({ file: output, header: table.header, added }, { ...work, rejects })
    const { writeTable } = await import('./parquet.ts')
    return writeTable({ file: output, format, added }, { ...work, rejects })
  }
}

// A CSV file is read: its header, and its rows in chunks. Texts are latin1, one character a byte.

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf'

interface FirstLine extends CsvHeader {
  columns: string[]
  lines: number
  /** Where the first row begins. */
  bytes: number
}

/** @throws CommandError if the first line is empty */
function openCsv(file: string): TableFile {
  const header = readFirstLine(file)
  const { columns, lines, bytes } = header
  const size = statSync(file).size - bytes
  return {
    file,
    header,
    columns,
    size,
    format: 'csv',
    firstLine: 1 + lines,
    jobsMax: Math.ceil(size / MATCH_CHUNK_BYTES),
    *jobs(by, wants) {
      for (const text of readChunks(file, bytes)) yield { kind: 'csv', text, fields: columns.length, by, wants }
    },
    close: async () => undefined,
  }
}

/** @throws CommandError if the line is empty */
function readFirstLine(file: string): FirstLine {
  const [chunk = ''] = readChunks(file, 0)
  const mark = chunk.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const text = chunk.slice(0, mark + lengthOfFirstRow(chunk.slice(mark)))
  if (text.length === mark)
    throw new CommandError(`${file}: the first line is empty, expected the names of columns.`, 'hustings match --help')
  const lineBreak = chunk.startsWith('\r\n', text.length) ? '\r\n' : '\n'
  return {
    text,
    lineBreak,
    columns: readFields(text.slice(mark)),
    lines: text.split('\n').length,
    bytes: Math.min(text.length + lineBreak.length, chunk.length),
  }
}

/**
 * Yields the bytes of a file in order, in texts of whole rows of about MATCH_CHUNK_BYTES each.
 * @param from where a row begins
 * @throws CommandError for a row above MATCH_ROW_BYTES_MAX
 */
function* readChunks(file: string, from: number): Generator<string, undefined> {
  const descriptor = openSync(file, 'r')
  try {
    const block = Buffer.alloc(MATCH_CHUNK_BYTES)
    let rest = ''
    for (let at = from; ; ) {
      const size = readSync(descriptor, block, 0, block.length, at)
      if (size === 0) break
      at += size
      const text = rest + block.toString('latin1', 0, size)
      const end = endOfRows(text)
      if (end > 0) yield text.slice(0, end)
      rest = text.slice(end)
      if (rest.length > MATCH_ROW_BYTES_MAX)
        throw new CommandError(
          `${file}: the row that begins at byte ${at - rest.length} is longer than ${MATCH_ROW_BYTES_MAX} bytes. Is a quote left open?`,
          'hustings match   # after correcting the file: a quote inside a quoted field is written twice',
        )
    }
    if (rest !== '') yield rest
  } finally {
    closeSync(descriptor)
  }
}

function lengthOfFirstRow(text: string): number {
  let length: number | undefined
  walkRows(text, [], ({ end }) => {
    length ??= end
  })
  return length ?? 0
}

/** @param row without a line break. @returns its fields, in UTF-8 */
function readFields(row: string): string[] {
  const all = row.split(SEPARATOR).map((_, field) => field)
  const fields: string[] = []
  walkRows(row, all, ({ wanted, fields: count }) => {
    for (let field = 0; field < count; field++)
      fields.push(fromLatin1(readField(row, wanted[field * 2] ?? 0, wanted[field * 2 + 1] ?? 0)))
  })
  return fields
}

// CSV to CSV: the workers write the rows, which are put in order here.

interface CsvOutput {
  file: string
  header: CsvHeader
  /** Names of the new columns. */
  added: readonly string[]
}

/** Writes the whole file or nothing. @throws as matchRows */
async function writeCsv({ file, header, added }: CsvOutput, work: MatchWork): Promise<Counts> {
  const output = await openOutput(file)
  try {
    await output.write(`${[header.text, ...added].join(SEPARATOR)}${header.lineBreak}`)
    const counts = await matchRows(work, 'text', (chunk) => output.write(chunk.bytes))
    await output.complete()
    return counts
  } finally {
    await output.close()
  }
}
