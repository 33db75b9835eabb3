// Writes and reads the transcript that is kept in place of a published file: the wanted columns of each line, and the issues of the lines
// that could not be read. Both keep the line of the published file.

import { z } from 'zod'
import type { Issue } from '../../data/store/source-read.ts'
import { readCsv } from './csv.ts'
import { type FetchedFile, type Sink, SourceError, type Transcript, type TranscriptLine } from './source.ts'

const [LINE, ISSUE] = ['(line)', '(issue)'] as const

/** UTF-8 CSV. Line ends inside a text become spaces. Throws SourceError as the transcript's own reader does. */
export async function writeTranscript(file: FetchedFile, { columns, read }: Transcript): Promise<Uint8Array> {
  const lines = [toLine([LINE, ISSUE, ...columns])]
  const issue = ({ line, field, code, message, severity }: Issue): void => {
    const said = JSON.stringify({ field, code, message, severity })
    lines.push(toLine([String(line ?? ''), said, ...columns.map(() => '')]))
  }
  for await (const { line, record } of read(file, { issue }))
    lines.push(toLine([String(line), '', ...columns.map((column) => record[column] ?? '')]))
  return Buffer.from(lines.join(''))
}

function toLine(texts: readonly string[]): string {
  return `${texts.map((text) => toField(toOneLine(text))).join(',')}\n`
}

/** Trims the lines of a text of several. */
function toOneLine(text: string): string {
  const lines = text.split(/[\r\n]+/)
  return lines.length === 1 ? text : lines.map((line) => line.trim()).join(' ')
}

function toField(text: string): string {
  return /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const storedIssue = z.object({
  field: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  severity: z.enum(['refused', 'mended', 'ignored']),
})

/** Yields the lines of a transcript as its own reader gave them, and gives the sink its issues. Throws SourceError as `readCsv` does. */
export function* readTranscript<Column extends string>(
  file: FetchedFile,
  { columns }: Pick<Transcript<Column>, 'columns'>,
  sink: Pick<Sink, 'issue' | 'records'>,
): Generator<TranscriptLine<Column>> {
  for (const { line, record } of readCsv(file, { columns: [LINE, ISSUE, ...columns] }, sink)) {
    const published = record[LINE] === '' ? null : Number(record[LINE])
    if (Number.isNaN(published))
      throw new SourceError(`got line "${record[LINE]}", expected a number`, { file: file.name, line })
    if (record[ISSUE] === '') yield { line: published ?? line, record }
    else sink.issue({ file: file.name, line: published, value: null, ...parseIssue(record[ISSUE], file, line) })
  }
}

/** A column of the first line, such as the day that a file says; undefined if it is empty. */
export function firstText<Column extends string>(
  file: FetchedFile,
  shape: Pick<Transcript<Column>, 'columns'>,
  column: NoInfer<Column>,
): string | undefined {
  const [first] = readTranscript(file, shape, { issue: () => {} })
  return first?.record[column] || undefined
}

function parseIssue(text: string, file: FetchedFile, line: number): z.infer<typeof storedIssue> {
  try {
    return storedIssue.parse(JSON.parse(text))
  } catch {
    throw new SourceError('holds an issue that cannot be read; fetch the file again', { file: file.name, line })
  }
}
