// The golden folders show what the pages give; here is which page is taken, and what is kept of it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSource } from '../../../../ingest/engine/registry.ts'
import { collectSink } from '../../../../ingest/engine/sink.ts'
import { toDivisions } from '../../../../ingest/engine/source-dependencies.ts'
import { FileGone, FileRefused, type Source } from '../../../../ingest/read/source.ts'
import { writeTranscript } from '../../../../ingest/read/transcript.ts'
import { GOLDEN } from '../../golden/folder.ts'
import { noBallots } from '../../no-ballots.ts'
import { readText } from '../read.ts'

const sourceOf = (id: string): Source => findSource(id) ?? expect.fail(id)
const general = sourceOf('ak-candidates-2026-general')
const fileOf = (bytes: Uint8Array, number = 1) => ({
  name: `ak-candidates-2026-general-${number}.html`,
  url: '',
  bytes,
})
const page = (number: number) =>
  readFileSync(join(GOLDEN, general.id, 'input', `ak-candidates-2026-general-${number}.html`))
const recognise = (number: number, bytes: Uint8Array, source = general) => {
  const file = source.files[number - 1]
  return () => file?.recognise?.(fileOf(bytes, number))
}
const kept = async (number: number) => {
  const file = general.files[number - 1]
  if (!file?.transcript) throw new Error('no transcript')
  return { ...fileOf(await writeTranscript(fileOf(page(number), number), file.transcript), number) }
}

describe("Alaska's pages of candidates", () => {
  it('have addresses by year, kind of election and page', () => {
    expect(
      sourceOf('ak-candidates-2028-primary')
        .files.map(({ url }) => url.split('?')[1])
        .slice(0, 2),
    ).toEqual([...['election=28prim', 'election=28prim&frm-page-407=2']])
    expect(general.files.map(({ optional = false }) => optional)).toEqual([false, true, true, true, true, true])
    expect(findSource('ak-candidates-2027-general')).toBeUndefined()
  })

  it('are taken if they are of the election, and as long as there are more', () => {
    expect(recognise(1, page(1))).not.toThrow()
    expect(recognise(2, page(2))).not.toThrow()
    // Asked for a page after the last, the Division shows another.
    expect(recognise(3, page(2))).toThrow(FileGone)
  })

  it.each([
    ['a page in their place', '<html><title>Request Rejected</title></html>', FileRefused],
    ['the page of another year', '<title>Division of Elections</title><h2>2024 General Election</h2>', FileGone],
    ['a list without candidates', '<title>Division of Elections</title><h2>2026 General Election</h2>', FileGone],
  ])('are not %s', (_, html, Kind) => {
    expect(recognise(1, Buffer.from(html))).toThrow(Kind)
  })

  it.each(['Not Certified', 'Pending', 'Ineligible', 'Lost', 'On Hold'])(
    'stop the source with the status %s',
    async (status) => {
      const pages = [page(1).toString().replace('(Certified)', `(${status})`), page(2).toString()]
      await expect(readText(general.id, pages, toDivisions([]))).rejects.toThrow(
        `got the status "${status}", expected Certified, Withdrawn,`,
      )
    },
  )

  it('stop the source if one is missing', async () => {
    const context = { source: general, states: new Set(general.states), ballots: noBallots, endorsers: [] }
    const divisions = { has: () => false, canonical: (id: string) => id, under: () => [] }
    const files = [await kept(1)]
    expect(() => general.read(files, { ...context, divisions }, collectSink())).toThrow(
      'the list has 2 pages, and page 2 was not read',
    )
  })
})
