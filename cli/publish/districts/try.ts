// `hustings districts try`: reads a layer of districts as a night would, keeps nothing, and says what it gives and why it would be held back.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { findNear } from '../../../data/schema/edit-distance.ts'
import { environmentValue, fetchContact } from '../../../data/store/environment.ts'
import { quoteText, type Warehouse } from '../../../data/store/warehouse.ts'
import type { DistrictFileEntry } from '../../../ingest/configuration/schema.ts'
import type { FetchedFile } from '../../../ingest/read/source.ts'
import { withWarehouse } from '../../data-folder.ts'
import { CommandError, EXIT } from '../../exit.ts'
import { type CommonOptions, familyOf, firstBuildFor, withCommonOptions } from '../../options.ts'
import { printJson, printLine } from '../../output.ts'
import { formatLayerTrial, type LayerTrial, type TriedField } from './report.ts'

export function addDistricts(program: Command): void {
  const districts = program.command('districts').description('try a file of districts before it is a source')
  withCommonOptions(
    districts
      .command('try')
      .description(
        'read the district_files of a file, and report what they give and why one is held back; keeps nothing',
      ),
  )
    .argument('<file>', 'in the form of sources.yaml')
    .action(async (file: string, options: CommonOptions) => {
      const entries = await loadEntries(file, options)
      const tryAll = async (warehouse: Warehouse): Promise<void> => {
        const trials: LayerTrial[] = []
        for (const entry of entries) trials.push(await tryLayer(entry, dirname(resolve(file)), warehouse, options))
        if (options.json) printJson(trials)
        else for (const line of trials.flatMap(formatLayerTrial)) printLine(line)
        const isClean = ({ stopped, faults, problems, area_expected }: LayerTrial): boolean =>
          stopped === null && area_expected === null && faults.length + problems.length === 0
        if (!trials.every(isClean)) process.exitCode = EXIT.failure
      }
      await withWarehouse(options, tryAll, firstBuildFor(entries, options))
    })
}

async function loadEntries(file: string, options: CommonOptions): Promise<readonly DistrictFileEntry[]> {
  const { parseSourcesFile } = await import('../../../ingest/configuration/load.ts')
  const { FormError } = await import('../../../ingest/read/yaml-form.ts')
  const { sources } = await import('../../../ingest/engine/registry.ts')
  try {
    const bytes = readFileSync(file)
    const parsed = parseSourcesFile({ name: basename(file), bytes }, sources, familyOf(options), environmentValue)
    const entries = parsed.district_files ?? []
    if (entries.length > 0) return entries
  } catch (error) {
    if (error instanceof FormError)
      throw new CommandError(error.message, `correct ${file}, and try it again`, EXIT.usage)
    if (!(error instanceof Error && 'code' in error)) throw error
    const sentence = `${file} cannot be read (${String(error.code)}), expected a file of this machine.`
    throw new CommandError(sentence, 'name another file', EXIT.usage)
  }
  throw new CommandError(
    `${file} has no entry of district_files, expected one.`,
    'read docs/add-your-districts.md',
    EXIT.usage,
  )
}

async function tryLayer(
  entry: DistrictFileEntry,
  folder: string,
  warehouse: Warehouse,
  options: CommonOptions,
): Promise<LayerTrial> {
  const [entries, districts, checks, { fetchSource }, { SourceError }, { loadOutlines }, { collectSink }] =
    await Promise.all([
      import('../../../ingest/configuration/entries.ts'),
      import('../../../ingest/boundary/district-file.ts'),
      import('../../../ingest/boundary/layer-check.ts'),
      import('../../../ingest/fetch/fetch.ts'),
      import('../../../ingest/read/source.ts'),
      import('../../../ingest/engine/source-dependencies.ts'),
      import('../../../ingest/engine/sink.ts'),
    ])
  const form = entries.toDistrictLayer(entry)
  const area = entries.areaOf(entry)
  // Of a server, all fields that do not sound personal, so that the right one can be chosen.
  const source = entries.toDistrictSource({ ...entry, id_column: undefined }, { folder, family: familyOf(options) })
  const [outline] = await loadOutlines(warehouse, { ocd_id: area })
  const sink = collectSink()
  const trial: LayerTrial = {
    ...{ id: entry.id, stopped: null, projection: null, features: 0, taken: 0, fields: [], numbering: [] },
    ...{ id_column: entry.id_column ?? null, area, outline: outline?.name ?? null, districts: [], covered: null },
    area_expected: outline ? null : await findListedArea(warehouse, area),
    ...{
      overlaps: [],
      elsewhere: [],
      faults: [],
      cure: null,
      problems: [],
      contests: { gained: 0, held: 0, other_ids: [] },
    },
  }
  const rawDir = mkdtempSync(join(tmpdir(), 'hustings-try-'))
  try {
    const fetching = { rawDir, mirror: null, now: new Date(), contact: fetchContact(), environment: environmentValue }
    const files = await fetchSource(source, fetching)
    trial.projection = await projectionOf(files[0], entry)
    const all = await districts.loadFeatures(files, { ...form, isDistrict: () => true }, sink)
    const features = all.filter(({ properties }) => form.isDistrict?.(properties) !== false)
    trial.features = all.length
    trial.taken = features.length
    trial.fields = fieldsOf(features.length > 0 ? features : all)
    trial.numbering = districts.findNumberColumns(features, form.districts)
    const [found, ...more] = trial.numbering
    trial.id_column ??= more.length === 0 ? (found ?? null) : null
    const [fault, cure] =
      features.length === 0
        ? [`where takes none of the ${all.length} features`, 'compare where with the fields above']
        : trial.id_column === null
          ? faultOfNumbers(trial.numbering, districts.findNumberColumns(features), form.districts, features)
          : []
    if (fault !== undefined) Object.assign(trial, { faults: [fault], cure })
    else if (trial.id_column !== null) {
      const drawn = districts.drawDistricts(features, { ...form, id_column: trial.id_column }, entry.id, sink)
      const measure = districts.measureDistricts(drawn, outline)
      const idOf = (id: string): string => form.ocd_id.replaceAll('{id}', id.toLowerCase())
      Object.assign(trial, { covered: measure.covered, overlaps: measure.overlaps, elsewhere: measure.elsewhere })
      trial.districts = drawn
        .map(({ id }) => ({ id, ocd_id: idOf(id), name: form.name.replaceAll('{id}', id) }))
        .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
      trial.faults = checks.findLayerFaults(measure, form, outline?.name ?? 'its area')
      trial.contests = await countContests(
        warehouse,
        area,
        trial.districts.map(({ ocd_id }) => ocd_id),
      )
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    trial.stopped = error.message
  } finally {
    rmSync(rawDir, { recursive: true, force: true })
  }
  trial.problems = sink.issues.filter(({ severity }) => severity !== 'ignored').map(({ message }) => message)
  return trial
}

/** Why no field is used, and what to do. @param any fields that number another count of districts than the entry states */
function faultOfNumbers(
  fields: readonly string[],
  any: readonly string[],
  stated: number | undefined,
  features: readonly { properties: Record<string, unknown> }[],
): [fault: string, cure: string] {
  const cure = 'name the field under id_column'
  const [other] = any
  if (fields.length > 0) return [`the fields ${fields.join(', ')} number them differently`, cure]
  if (other === undefined || stated === undefined) return [`no field numbers ${stated ?? 'the'} districts from 1`, cure]
  const count = new Set(features.map(({ properties }) => String(properties[other]))).size
  return [
    `${other} numbers ${count} districts, expected ${stated}, as the entry states`,
    "find the right layer, or correct districts by the office's page",
  ]
}

/** What Open Civic Data lists that is nearest to an area whose boundary is not held; null if it lists the area, or none of its kind. */
async function findListedArea(warehouse: Warehouse, area: string): Promise<string | null> {
  const kind = area.slice(0, area.lastIndexOf(':') + 1)
  const rows = await warehouse.all<{ ocd_id: string }>(
    `SELECT DISTINCT ocd_id FROM core.division
     WHERE starts_with(ocd_id, ${quoteText(kind)}) AND NOT contains(substr(ocd_id, ${kind.length}), '/')
     ORDER BY ocd_id`,
  )
  const listed = rows.map(({ ocd_id }) => ocd_id.slice(kind.length))
  const own = area.slice(kind.length)
  if (listed.length === 0 || listed.includes(own)) return null
  const [near] = findNear(
    own.replaceAll('_', ' '),
    listed.map((name) => name.replaceAll('_', ' ')),
    1,
  )
  return `an id that Open Civic Data lists${near === undefined ? '' : `, such as ${kind}${near.replaceAll(' ', '_')}`}`
}

async function projectionOf(
  file: FetchedFile | undefined,
  { projection, url, layer_name }: DistrictFileEntry,
): Promise<string | null> {
  if (projection !== undefined) return `${projection.slice(0, 60)}, as the entry says`
  const { isLayerAddress } = await import('../../../ingest/configuration/address.ts')
  if (isLayerAddress(url)) return 'degrees, as the server is asked'
  if (!file) return null
  const [{ formatOf }, { readZip }] = await Promise.all([
    import('../../../ingest/boundary/shape.ts'),
    import('../../../ingest/read/zip.ts'),
  ])
  const format = await formatOf(file)
  if (format === 'geopackage') {
    const { layerProjection } = await import('../../../ingest/read/geopackage.ts')
    return (await layerProjection(file, layer_name ?? null)) ?? 'degrees: the layer has no projection'
  }
  if (format === 'shapefile') {
    const prj = [...(await readZip(file))].find(([name]) => /\.prj$/i.test(name))?.[1]
    return prj ? (/"([^"]{1,100})"/.exec(Buffer.from(prj).toString('latin1'))?.[1] ?? null) : 'degrees: it has no .prj'
  }
  const ends = [file.bytes.subarray(0, 4096), file.bytes.subarray(-4096)].map((end) =>
    Buffer.from(end).toString('latin1'),
  )
  const text = ends.join('\n')
  const crs = text.indexOf('"crs"')
  return (crs >= 0 && /"name"\s*:\s*"([^"]{1,100})"/.exec(text.slice(crs, crs + 300))?.[1]) || 'degrees'
}

const VALUES_SHOWN = 6

function fieldsOf(features: readonly { properties: Record<string, unknown> }[]): TriedField[] {
  const names = new Set(features.flatMap(({ properties }) => Object.keys(properties)))
  return [...names].map((name) => {
    const values = new Set(features.map(({ properties }) => String(properties[name] ?? '').slice(0, 40)))
    return { name, distinct: values.size, values: [...values].slice(0, VALUES_SHOWN) }
  })
}

/** Contests of these districts, those of them that have no boundary now, and districts of the area that contests name and the layer lacks. */
async function countContests(
  warehouse: Warehouse,
  area: string,
  ids: readonly string[],
): Promise<LayerTrial['contests']> {
  const rows = await warehouse.all<{ ocd_id: string; contests: number; held: boolean }>(
    `SELECT contest.ocd_id, CAST(count(*) AS INTEGER) AS contests,
       EXISTS (FROM out.district AS district WHERE district.ocd_id = contest.ocd_id AND district.has_boundary) AS held
     FROM out.contest AS contest
     WHERE starts_with(contest.ocd_id, ${quoteText(`${area}/`)})
     GROUP BY contest.ocd_id
     ORDER BY contest.ocd_id`,
  )
  const own = rows.filter(({ ocd_id }) => ids.includes(ocd_id))
  const sum = (list: typeof rows): number => list.reduce((total, { contests }) => total + contests, 0)
  return {
    gained: sum(own.filter(({ held }) => !held)),
    held: sum(own.filter(({ held }) => held)),
    other_ids: rows.filter(({ ocd_id }) => !ids.includes(ocd_id)).map(({ ocd_id }) => ocd_id.slice(area.length + 1)),
  }
}
