// The bytes that are kept of the real files hold no e-mail address, telephone number or street of a person: whatever looks like one is a
// public office's, a polling place's or in the text of a measure.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ballotSources } from '../../../ingest/ballot/sources.ts'
import { endorsementSources } from '../../../ingest/endorsement/sources.ts'
import { fetchSource } from '../../../ingest/fetch/fetch.ts'
import type { KeptFile } from '../../../ingest/fetch/kept-bytes.ts'
import { officeholderSources } from '../../../ingest/officeholder/sources.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { readTar } from '../../../ingest/read/tar.ts'
import { readZip } from '../../../ingest/read/zip.ts'
import { shareFolder } from '../../temporary.ts'
import { REAL } from '../real.ts'

const folder = shareFolder()
const fetchReal = (source: Source) =>
  fetchSource(source, { rawDir: join(folder, 'raw'), mirror: REAL, now: new Date('2028-01-01T12:00:00Z') })

const EMAIL = /[\w.%+-]+@[A-Za-z0-9-]+\.[A-Za-z]{2,}/
const PHONE = /(?<![\d.-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?!\d)/
const STREET =
  /\b\d{1,5} +(?:[NSEW]\.? +)?(?:[A-Z][A-Za-z]+ +){1,3}(?:ST|STREET|AVE|AVENUE|RD|ROAD|DR|DRIVE|LN|LANE|BLVD|CT|COURT|WAY|PL|HWY|CIR|Street|Ave|Avenue|Road|Rd|Drive|Dr|Lane|Ln|Blvd|Court|Ct|Way|Place|Circle)\b|\bP\.? ?O\.? ?B(?:OX|ox) \d/

/** Lines that are allowed to hold a street, and why. */
const STREETS: Readonly<Record<string, (line: string, before: readonly string[]) => boolean>> = {
  // The address of a polling place.
  'los-angeles-vip-2015': (_, before) =>
    before.findLast((line) => /<(polling_location|candidate) /.test(line))?.includes('polling_location') === true,
  // The text of a measure names streets.
  'sf-measures': () => true,
}

/** The foot of the page has the offices of the State Board of Elections. */
const BOARD = 'il-house-results-2026-primary'

/** A workbook is a zip of XML. Of returns by precinct, no column is of a person, and their packed bytes are no text. */
async function textOf(file: KeptFile): Promise<string> {
  if (file.name.startsWith('ballots/medsl_') && file.name.endsWith('.zip')) return ''
  const parts = file.name.endsWith('.xlsx') ? [...(await readZip(file)).values()] : [file.bytes]
  return parts.map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n')
}

describe.skipIf(!existsSync(REAL))('of ballots and endorsements', () => {
  it.each([...ballotSources, ...endorsementSources].map((source) => [source.id, source] as const))(
    '%s',
    async (id, source) => {
      const hits: string[] = []
      for (const file of await fetchReal(source)) {
        const lines = (await textOf(file)).split('\n')
        for (const [at, line] of lines.entries()) {
          const street = STREET.test(line) && STREETS[id]?.(line, lines.slice(Math.max(0, at - 10), at)) !== true
          const isBoard = id === BOARD && at > 1700 && /^\s*(?:\d|[Pp]hone|[Ff]ax|T)/.test(line)
          if (!isBoard && (EMAIL.test(line) || PHONE.test(line) || street)) hits.push(`${file.name}:${at + 1}`)
        }
      }
      expect(hits).toEqual([])
    },
  )
})

describe.skipIf(!existsSync(REAL))('of officeholders', () => {
  it('Open States has 8,801 people, and no birth date, home, family or gender of one', async () => {
    const [people] = officeholderSources
    const [file] = people ? await fetchReal(people) : []
    if (!file) throw new RangeError('no file of Open States')
    const classifications = new Map<string, number>()
    let count = 0
    for (const [name, bytes] of await readTar(file, () => true)) {
      if (!/(?:^|\/)data\/[a-z]{2}\/\w+\/[^/]+\.yml$/.test(name)) continue
      const person: unknown = parse(Buffer.from(bytes).toString())
      if (typeof person !== 'object' || person === null) throw new TypeError(`${name} is blank`)
      count++
      for (const key of ['birth_date', 'death_date', 'gender', 'biography', 'extras'])
        expect(key in person ? person[key as never] : null, `${key} in ${name}`).toBeNull()
      const { offices = [] } = person as { offices?: Record<string, string | null>[] }
      for (const { classification = null, ...contact } of offices) {
        const filled = Object.values(contact).some((value) => value !== null)
        if (filled) classifications.set(`${classification}`, (classifications.get(`${classification}`) ?? 0) + 1)
      }
    }
    expect(count).toBe(8801)
    expect([...classifications.keys()].sort()).toEqual(['capitol', 'capitol-mail', 'district', 'district-mail'])
  }, 300_000)

  it('the members of Congress have no birthday and no gender', async () => {
    const [, congress] = officeholderSources
    const files = congress ? await fetchReal(congress) : []
    const yaml = files.filter(({ name }) => name.endsWith('.yaml'))
    expect(yaml).toHaveLength(3)
    for (const { bytes } of yaml) expect(Buffer.from(bytes).toString()).not.toMatch(/^ *(?:birthday|gender):[ \t]*\S/m)
  }, 300_000)
})
