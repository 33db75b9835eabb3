// Bundles of only many endorsements, in the build's format: complete, or as changes over another one.

import { writeManifest } from '../../../build/bundle/manifest.ts'
import { type Manifest, manifest } from '../../../data/schema/manifest.ts'
import { writePart } from '../../../data/store/part.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { fillPlaces } from '../../server/geography.ts'
import { fillMany, type Many, type ManyOptions, manyRows } from '../../server/many-endorsements.ts'
import { sourceRead } from '../rows.ts'

const FINGERPRINT = 'f'.repeat(64)

/** @param rows number of rows of its one source, for the guard */
export function writeMany(paths: Paths, options: ManyOptions, rows = options.count): Manifest {
  const endorsements = writePart(paths.parts, 'endorsements', (writer) => fillMany(writer, options))
  return writeOver(
    paths,
    { endorsements, ...(options.earlier && { places: writePart(paths.parts, 'places', fillPlaces) }) },
    rows,
  )
}

/** The same bundle over the endorsements part of `base`: a part of changes has every contest with a difference completely. */
export function writeChanges(paths: Paths, base: { manifest: Manifest; options: ManyOptions }, options: ManyOptions) {
  const { endorsements } = base.manifest.parts
  const [before, after] = [base.options, options].map(
    (one) => new Map(manyRows(one).map((row) => [row.endorsement.id, row])),
  )
  if (!before || !after) throw new Error('two bundles')
  const rows = [...before.values(), ...after.values()]
  const differs = ({ endorsement: { id } }: Many): boolean =>
    JSON.stringify(before.get(id)) !== JSON.stringify(after.get(id))
  const contests = new Set(rows.filter(differs).map(({ endorsement: { contest } }) => contest.id))
  const ids = rows.filter(({ endorsement: { contest } }) => contests.has(contest.id))
  const touched = new Set(ids.map(({ endorsement: { id } }) => id))
  const changes = writePart(paths.parts, 'changes', (writer) => {
    writer.insert('base', ['sha256'], [[endorsements.sha256]])
    const replaced = [...before.keys()].filter((id) => touched.has(id)).map((id) => [id])
    writer.insert('replaced_endorsement', ['id'], replaced)
    fillMany(writer, options, (id) => touched.has(id))
  })
  return writeOver(paths, { endorsements, changes }, options.count)
}

type Written = { sha256: string; bytes: number }

function writeOver(
  paths: Paths,
  own: { endorsements: Written; changes?: Written; places?: Written },
  rows: number,
): Manifest {
  const empty = (['places', 'ballots', 'officeholders'] as const).map((name) => [
    name,
    writePart(paths.parts, name, () => {}),
  ])
  const parts: Record<string, Written> = { ...Object.fromEntries(empty), ...own }
  const named = manifest.shape.parts.parse(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, fingerprint: FINGERPRINT }])),
  )
  return writeManifest(paths, named, [sourceRead('many')], new Map([['many', { rows, gives: [] }]]))
}
