import { Argument, type Command } from 'commander'
import { EXPLAINED, type Explained, findProvenance, type Said } from '../../build/provenance/provenance.ts'
import { findLastRun } from '../../data/store/last-run.ts'
import { stateExists } from '../../data/store/state/open.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { loadRetrieved } from '../../ingest/fetch/kept-bytes.ts'
import { withState, withWarehouse } from '../data-folder.ts'
import { CommandError } from '../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../options.ts'
import { logToStderr, printJson, printLine, printTable } from '../output.ts'

/** A source file of a record. */
interface Origin {
  source_id: string
  publisher: string
  url: string
  licence: string
  vintage: string
  published_on: string
  file: string
  sha256: string
  /** When these bytes were first retrieved; null if the index of kept bytes does not say. */
  retrieved_at: string | null
}

const IDS: Readonly<Record<Explained, string>> = {
  contest: 'SELECT id, contest_key FROM out.contest_body',
  election: 'SELECT id, slug FROM out.election_body',
  endorsement: 'SELECT id, endorsement_key FROM out.endorsement',
  district: 'SELECT id, ocd_id FROM out.district',
  officeholder: 'SELECT person_id, name FROM core.officeholder',
}

const LATE = 'This is as of the last nightly run: endorsements that were published since are not shown.'

/** A watch and the desk publish endorsements without a new warehouse. False where the record of the last run does not say. */
async function isPublishedSince(options: CommonOptions): Promise<boolean> {
  const paths = pathsOf(options)
  const publication = findLastRun(paths)?.run?.publication ?? null
  if (publication === null || !(await stateExists(paths))) return false
  const head = await withState(options, (state) => state.head())
  return head !== undefined && head.publication > publication
}

export function addExplain(program: Command): void {
  withCommonOptions(program.command('explain').description('show the source files and lines of a served record'))
    .addArgument(new Argument('<kind>', 'kind of record').choices(EXPLAINED))
    .argument('<id>', 'its id in the API; for an election also the slug; for an officeholder the person_id')
    .action((kind: Explained, id: string, options: CommonOptions) =>
      withWarehouse(options, async (warehouse) => {
        const said = await findProvenance(warehouse, kind, id)
        const late = ['contest', 'endorsement'].includes(kind) && (await isPublishedSince(options))
        if (said.length === 0)
          throw new CommandError(
            `The last build has no ${kind} with the id "${id.slice(0, 80)}".${late ? ` ${LATE}` : ''}`,
            `hustings sql${sampleFlag(options)} "${IDS[kind]} LIMIT 5"`,
          )
        print(said, await findOrigins(warehouse, said, loadRetrieved(pathsOf(options).raw)), options)
        if (late) logToStderr(LATE)
      }),
    )
}

async function findOrigins(
  warehouse: Warehouse,
  said: readonly Said[],
  retrieved: ReadonlyMap<string, string>,
): Promise<Origin[]> {
  const reads = await warehouse.sourceReads()
  return reads.flatMap(({ source_id, publisher, url, licence, vintage, published_on, files }) =>
    files
      .filter(({ name }) => said.some((row) => row.source_id === source_id && isOf(row.file, name)))
      .map(({ name, sha256 }) => {
        const retrieved_at = retrieved.get(sha256) ?? null
        return { source_id, publisher, url, licence, vintage, published_on, file: name, sha256, retrieved_at }
      }),
  )
}

/** A row may name a file inside an archive: `people.tar.gz/data/nc/….yml`. */
function isOf(file: string, name: string): boolean {
  return file === name || file.startsWith(`${name}/`)
}

function print(said: readonly Said[], origins: readonly Origin[], options: CommonOptions): void {
  if (options.json) {
    printJson({ rows: said, files: origins })
    return
  }
  printTable({
    columns: ['what', 'value', 'source', 'file', 'line'],
    rows: said.map(({ what, value, source_id, file, line }) => [what, value, source_id, file, line]),
  })
  for (const { source_id, publisher, url, licence, vintage, published_on, file, sha256, retrieved_at } of origins) {
    printLine(`\n${file}`)
    printLine(`  source        ${source_id}, ${vintage}: ${publisher}, ${url}`)
    printLine(`  license       ${licence}`)
    printLine(`  published_on  ${published_on}`)
    printLine(`  retrieved_at  ${retrieved_at ?? 'not known'}`)
    printLine(`  sha256        ${sha256}`)
  }
}
