// The golden folders show what a page gives; here is which page is taken.

import { describe, expect, it } from 'vitest'
import { findSource } from '../../../../ingest/engine/registry.ts'
import { FileGone, FileRefused } from '../../../../ingest/read/source.ts'
import { readTranscript, writeTranscript } from '../../../../ingest/read/transcript.ts'

const ROW = '<tr><td></td><td></td><td>Green Party</td><td>Example, Ann</td><td>06/08/2026</td><td>Convention</td></tr>'
const OFFICE = '<tr><td><a id="x"></a><span>Attorney General 4 Year Term (1) Position</span></td></tr>'
const page = (title: string, day = 'Tuesday, November 3, 2026', rows = OFFICE + ROW) =>
  `<html><table><tr><td>Michigan Department of State</td></tr><tr><td>${title}</td></tr><tr><td>General Election</td></tr>
  <tr><td>${day}</td></tr><tr><td>1 Candidates as of Fri Sep 04 09:10:11 EDT 2026</td></tr>${rows}</table></html>`
const [file] = findSource('mi-listing-2026-general')?.files ?? []
const fileOf = (html: string) => ({ name: 'page.html', url: '', bytes: Buffer.from(html) })
const recognise = (html: string) => () => file?.recognise?.(fileOf(html))

describe("Michigan's page of candidates", () => {
  it('is taken if it is official, of the election and not empty', () => {
    expect(recognise(page('Official Candidate Listing'))).not.toThrow()
  })

  it.each(
    // biome-ignore format: a case a line
    [
      ['another page in its place', '<html><title>Request Rejected</title>The requested URL was rejected.</html>', FileRefused],
      ['a challenge', '<html><title>Just a moment...</title>Enable JavaScript and cookies to continue</html>', FileRefused],
      ['another year', page('Official Candidate Listing', 'Tuesday, November 5, 2024'), FileGone],
      ['an unofficial list, which lacks the nominees', page('Unofficial Candidate Listing'), FileGone],
      ['a list without candidates', page('Official Candidate Listing', undefined, OFFICE), FileGone],
    ],
  )('is not %s', (_, html, Kind) => {
    expect(recognise(html)).toThrow(Kind)
  })

  it('is kept as the wanted columns of its candidates, with the day that it states', async () => {
    if (!file?.transcript) throw new Error('no transcript')
    const bytes = await writeTranscript(fileOf(page('Official Candidate Listing')), file.transcript)
    const lines = [...readTranscript({ ...fileOf(''), bytes }, file.transcript, { issue: () => {} })]
    expect(lines.map(({ record: { office, party, name } }) => [office, party, name])).toEqual([
      ['Attorney General 4 Year Term (1) Position', 'Green Party', 'Example, Ann'],
    ])
    expect(file.statedOn?.({ ...fileOf(''), bytes })).toBe('2026-09-04')
  })

  it('stops at a row that has more before its filing date than it should', async () => {
    if (!file?.transcript) throw new Error('no transcript')
    const html = page(
      'Official Candidate Listing',
      undefined,
      OFFICE + ROW.replace('<td></td>', '<td>1</td><td>2</td>'),
    )
    await expect(writeTranscript(fileOf(html), file.transcript)).rejects.toThrow('got 4 cells before a filing date')
  })
})
