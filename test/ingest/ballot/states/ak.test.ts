// The golden folders show what the pages give; here is which page is taken, and what is kept of it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSource } from '../../../../ingest/engine/registry.ts'
import { FileGone, FileRefused } from '../../../../ingest/read/source.ts'
import { GOLDEN } from '../../golden/folder.ts'
import { sourceOf } from '../../nightly.ts'
import { fileOf } from '../../run-reader.ts'
import { readText } from '../read.ts'

const ID = 'ak-candidates-2026-general'
const { files } = sourceOf(ID)
const page = (number: number) => readFileSync(join(GOLDEN, ID, 'input', `${ID}-${number}.html`))
const recognise = (number: number, html: Uint8Array | string) => () =>
  files[number - 1]?.recognise?.(fileOf(`${ID}-${number}.html`, html))

describe("Alaska's pages of candidates", () => {
  it('have addresses by year, kind of election and page', () => {
    const addresses = sourceOf('ak-candidates-2028-primary').files.map(({ url }) => url.split('?')[1])
    expect(addresses.slice(0, 2)).toEqual(['election=28prim', 'election=28prim&frm-page-407=2'])
    expect(files.map(({ optional = false }) => optional)).toEqual([false, true, true, true, true, true])
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
    expect(recognise(1, html)).toThrow(Kind)
  })

  it.each(['Not Certified', 'Pending', 'Lost'])('stop the source with the status %s', async (status) => {
    const pages = [page(1).toString().replace('(Certified)', `(${status})`), page(2).toString()]
    await expect(readText(ID, pages)).rejects.toThrow(`got the status "${status}", expected Certified, Withdrawn,`)
  })

  it('are read, though one has nobody but write-in lines', async () => {
    const written = page(2)
      .toString()
      .replace(/<strong>[^<]*<\/strong>/g, '<strong>Write-in</strong>')
    expect((await readText(ID, [page(1), written])).contest.length).toBeGreaterThan(0)
  })

  it('stop the source if one is missing', async () => {
    await expect(readText(ID, [page(1)])).rejects.toThrow('the list has 2 pages, and page 2 was not read')
  })
})
