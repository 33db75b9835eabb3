// `hustings snapshot verify` and `rebuild`: checks a snapshot file, or builds its bundle again from its sources.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CONFIGURED } from '../../../build/snapshot/contents.ts'
import type { PartComparison } from '../../../build/snapshot/unpack.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { CommandError, quote } from '../../exit.ts'
import { type CommonOptions, pathsOf, requireNewFile, withCommonOptions } from '../../options.ts'
import { formatMegabytes, formatNumberOf, logToStderr, printJson, printLine } from '../../output.ts'
import { describeSnapshot } from './create.ts'
import { rebuildSources, sayVersion, type UnpackedFolder, withUnpacked } from './work-folder.ts'

interface VerifyOptions extends CommonOptions {
  rebuild?: true
  expect?: string
}

/** How the parts that were rebuilt from the packed sources compare with the packed parts. */
interface RebuildReport {
  parts: PartComparison[]
  packed_by: string
  packed_commit: string | null
  /** This version. */
  rebuilt_by: string
  rebuilt_commit: string | null
  /** Equal code builds equal bytes. */
  same_code: boolean
}

export function addVerify(snapshot: Command): void {
  withCommonOptions(snapshot.command('verify').description('check every byte of a snapshot file'))
    .argument('<file>', 'a file that `hustings snapshot create` wrote')
    .option('--rebuild', 'build again from the packed sources, and compare the parts with the packed ones')
    .addOption(new Option('--expect <id>', 'the id that its author names: a hash shows no author').argParser(parseId))
    .action(async (file: string, options: VerifyOptions) => {
      const { rebuild = false, expect } = options
      const takes = (name: string) => name.startsWith('parts/') || (rebuild && isSource(name))
      const report = await withUnpacked(pathsOf(options), { file, takes, expect }, async (unpacked) => {
        const { checkBundle } = await import('../../../build/snapshot/unpack.ts')
        const { id, about, entries, bytes } = unpacked
        const manifest = checkBundle(unpacked.paths, about.bundle, file)
        const rebuilt = rebuild ? await compareRebuilt(unpacked, { file, manifest }) : null
        return { id, ...about, entries: entries.length, bytes, rebuilt }
      })
      if (options.json) printJson(report)
      else {
        printLine(`Snapshot   ${report.id}${expect === undefined ? '' : ' (as expected)'}`)
        printLine(`Bundle     ${report.bundle}, as of ${report.day}`)
        printLine(`Packed by  version ${sayVersion(report)}`)
        printLine(
          `Verified   ${formatNumberOf(report.entries, 'packed file')}, ${formatMegabytes(report.bytes)}: every byte, and the tables of each part`,
        )
        if (report.rebuilt) printLine(`Rebuilt    ${sayRebuilt(report.rebuilt)}`)
      }
    })
}

/** Throws CommandError if the rebuilt parts differ more than their versions allow. */
async function compareRebuilt(
  unpacked: UnpackedFolder,
  { file, manifest }: { file: string; manifest: Manifest },
): Promise<RebuildReport> {
  const { compareParts } = await import('../../../build/snapshot/unpack.ts')
  const { codeFingerprint } = await import('../../../build/bundle/fingerprint.ts')
  const { loadCommit, loadVersion } = await import('../../../data/store/paths.ts')
  const rebuilt = await rebuildSources(unpacked, file)
  const { version, commit = null, code } = unpacked.about
  const report: RebuildReport = {
    parts: compareParts({ paths: unpacked.paths, manifest }, rebuilt),
    packed_by: version,
    packed_commit: commit,
    rebuilt_by: loadVersion(),
    rebuilt_commit: loadCommit(),
    same_code: code === codeFingerprint(),
  }
  const folded = manifest.parts.changes === undefined ? undefined : 'endorsements'
  const wrong = report.parts.filter(
    ({ part, equal }) => equal === 'no' || (equal === 'rows' && report.same_code && part !== folded),
  )
  if (wrong.length === 0) return report
  throw new CommandError(
    `${file} is not what its sources give: ${wrong.map(sayDifference).join('; ')}. ${sayVersions(report)}`,
    `hustings snapshot rebuild ${quote(file)} --output OTHER_FILE   # packs what the sources give`,
  )
}

function sayDifference({ part, equal, differing }: PartComparison): string {
  if (equal === 'rows') return `${part} has the same rows in other bytes`
  if (!differing) return `${part} is in only one of the two`
  const tables = differing.map(
    ({ table, only_first, only_second }) => `${table} (${only_first} rows only packed, ${only_second} only rebuilt)`,
  )
  return `${part} differs in ${tables.join(', ')}`
}

function sayRebuilt(report: RebuildReport): string {
  const byRows = report.parts.filter(({ equal }) => equal === 'rows').map(({ part }) => part)
  const how =
    byRows.length === 0
      ? `${formatNumberOf(report.parts.length, 'part')}, byte for byte`
      : `${formatNumberOf(report.parts.length, 'part')}, row for row (other bytes: ${byRows.join(', ')})`
  // Without such changes, other bytes by the same code are a difference.
  const why = byRows.length > 0 && report.same_code ? ' They hold the changes that a watch published apart.' : ''
  return `${how}.${why} ${sayVersions(report)}`
}

function sayVersions({ same_code, ...report }: RebuildReport): string {
  const packed = sayVersion({ version: report.packed_by, commit: report.packed_commit })
  const rebuilt = sayVersion({ version: report.rebuilt_by, commit: report.rebuilt_commit })
  return same_code
    ? `The same version ${rebuilt} packed and rebuilt it.`
    : `Version ${packed} packed it; other code or another SQLite, version ${rebuilt}, rebuilt it.`
}

function parseId(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidArgumentError('Expected the 64 hexadecimal digits of a snapshot id.')
}

/** The entries from which a bundle is built again. */
function isSource(name: string): boolean {
  return name.startsWith('raw/') || name === CONFIGURED
}

interface RebuildOptions extends CommonOptions {
  output: string
}

export function addRebuild(snapshot: Command): void {
  withCommonOptions(
    snapshot
      .command('rebuild')
      .description('build a snapshot again from its sources, for this version: its own format may be older'),
  )
    .argument('<file>', 'a file that `hustings snapshot create` of any version wrote')
    .requiredOption('-o, --output <file>', 'the snapshot file to write')
    .action(async (file: string, options: RebuildOptions) => {
      const output = requireNewFile(options.output, `hustings snapshot rebuild ${quote(file)}`)
      const takes = isSource
      await withUnpacked(pathsOf(options), { file, takes }, async (unpacked) => {
        const { exportTables } = await import('../../../build/export/export.ts')
        const { packSnapshot } = await import('../../../build/snapshot/pack.ts')
        const { paths, manifest } = await rebuildSources(unpacked, file)
        const { sourcesFile } = unpacked.paths
        const configured = existsSync(sourcesFile) ? readFileSync(sourcesFile, 'utf8') : null
        const { bundle } = manifest
        const { day, name } = unpacked.about
        await exportTables({
          warehouse: paths.warehouse,
          folder: join(paths.exports, bundle),
          onProgress: (table, rows) => logToStderr(`${table}: ${rows}`),
        })
        const report = packSnapshot({ paths, bundle, name, day, file: output, configured })
        if (options.json) printJson({ file: output, day, ...report, rebuilt_from: unpacked.id })
        else {
          for (const line of describeSnapshot({ file: output, day, ...report })) printLine(line)
          printLine(`Rebuilt    from the sources of ${unpacked.id}`)
        }
      })
    })
}
