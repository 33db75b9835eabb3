// Reads cities, towns, villages, boroughs and townships with their counties from the Civic-Data project's YAML files, which copy
// the Census of Governments of 2022.

import { z } from 'zod'
import { findStateByFips } from '../../data/schema/states.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { readTar } from '../read/tar.ts'
import { readYaml } from '../read/yaml.ts'

const FILE = /(?:^|\/)data\/us\/([a-z]{2})\/jurisdictions\/municipal\/[^/]+\.yaml$/
/** `FIPS 37-183-55000`: state, county, and place or county subdivision. */
const FIPS = /\bFIPS (\d{2})-(\d{3})-(\d{5})\b/

const jurisdiction = z.object({ name: z.string().min(1).max(200) })

/** The words before ` of `, and their class. */
const CLASSES: readonly (readonly [pattern: RegExp, municipality_class: string])[] = [
  [/^City(?: and (?:Borough|County))? of (.+)$/, 'city'],
  [/^(?:Unified|Consolidated|Metro|Metropolitan|Urban County) Government of (.+)$/, 'city'],
  [/^(?:Municipality|County|City-Parish) of (.+)$/, 'city'],
  [/^(?:Town|Corporation) of (.+)$/, 'town'],
  [/^Village of (.+)$/, 'village'],
  [/^Borough of (.+)$/, 'borough'],
  [/^(?:Charter |Civil |Metro )?Township of (.+)$/, 'township'],
  [/^Plantation of (.+)$/, 'plantation'],
]

/**
 * Writes `municipality` rows: one per government, with its county in the Census of Governments. The municipality may extend into
 * others.
 */
export const readMunicipalities: SourceReader = async (files, { states }, sink) => {
  const selected = new Set([...states].map((code) => code.toLowerCase()))
  for (const archive of files) {
    let seen = false
    const entries = await readTar(archive, (name) => {
      const [, code] = FILE.exec(name) ?? []
      seen ||= code !== undefined
      return code !== undefined && selected.has(code)
    })
    if (!seen)
      throw new SourceError(
        'holds no municipality, expected files data/us/<state>/jurisdictions/municipal/<name>.yaml',
        {
          file: archive.name,
        },
      )
    for (const [path, bytes] of entries) {
      const file = `${archive.name}/${path}`
      const read = readJurisdiction({ name: file, bytes }, sink)
      if (!read) continue
      const [, state_fips = '', county = '', code = ''] = read.fips
      const state = findStateByFips(state_fips)
      const named = findClass(read.name)
      if (!state || !named) {
        const message = `${state ? 'its name has no class, expected a name such as "City of Raleigh"' : 'its FIPS code belongs to no state'}; the municipality is left out`
        report(sink, file, { code: 'unplaced-municipality', message, severity: 'ignored' })
        continue
      }
      if (!states.has(state.code)) continue
      const place = { census_geoid: state_fips + code, county_geoid: state_fips + county }
      const row = { state: state.code, ...named, ...place, website_url: read.website_url }
      sink.row('municipality', row, { file, line: null })
    }
  }
}

/** `website: http://www.example.gov` */
const WEBSITE = /^website: '?(https?:\/\/[^\s']+)'?$/im

/** As the file has it, with the host in small letters; null for one that is no address. */
function websiteOf(text: string): string | null {
  const [, address = ''] = WEBSITE.exec(text) ?? []
  return URL.canParse(address) ? new URL(address).href : null
}

/** Matches a name without quotes, marks or a second line. */
const PLAIN_NAME = /^name: ([A-Za-z][^'"\n:#]*)\n(?=\S)/m

/** The YAML parser takes a minute for all files, so it is used only if the name is not plain text on one line. */
function readJurisdiction(
  file: Pick<FetchedFile, 'name' | 'bytes'>,
  sink: Sink,
): { name: string; fips: RegExpExecArray; website_url: string | null } | undefined {
  const text = Buffer.from(file.bytes).toString('utf8')
  const fips = FIPS.exec(text)
  if (!fips) {
    const message = 'no note gives its county, expected text such as "FIPS 37-183-55000"; the municipality is left out'
    report(sink, file.name, { code: 'unplaced-municipality', message, severity: 'ignored' })
    return undefined
  }
  const website_url = websiteOf(text)
  const [, plain] = PLAIN_NAME.exec(text) ?? []
  if (plain !== undefined) return { name: plain.trim(), fips, website_url }
  try {
    return { name: jurisdiction.parse(readYaml(file).value).name, fips, website_url }
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof z.ZodError)) throw error
    const cause = error instanceof SourceError ? error.message : 'the name is missing or is not text'
    const message = `${cause}; the municipality is left out`
    report(sink, file.name, { code: 'invalid-municipality', message, severity: 'refused' })
    return undefined
  }
}

function findClass(name: string): { name: string; class: string } | undefined {
  for (const [pattern, municipality_class] of CLASSES) {
    const [, own] = pattern.exec(name) ?? []
    if (own !== undefined) return { name: own, class: municipality_class }
  }
  return undefined
}

function report(
  sink: Sink,
  file: string,
  { code, message, severity }: { code: string; message: string; severity: 'ignored' | 'refused' },
): void {
  sink.issue({ file, line: null, field: null, code, value: null, message, severity })
}
