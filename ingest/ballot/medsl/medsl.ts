// Reads the returns of one state: the general election of the year that its lines state.

import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../../read/source.ts'
import { zipFiles } from '../../read/zip.ts'
import { indexDivisions } from '../division.ts'
import { generalElection } from '../election-days.ts'
import { writeBallot } from '../write.ts'
import { toBlocks } from './block.ts'
import { toContests } from './contest.ts'
import { HABITS } from './habits.ts'
import { withLostDistricts } from './lost-districts.ts'
import { foldReturns, type Return } from './rows.ts'

/** @param year of the file, which each line must state */
export function readReturns(state: StateCode, year: number): SourceReader<'divisions'> {
  return async (files, context, sink) => {
    const index = indexDivisions(state, context.divisions)
    const habit = HABITS[state] ?? {}
    for (const file of files) {
      const { name, returns } = await readMember(file, sink)
      refuseOther(returns, { state, year, file: name })
      const blocks = withLostDistricts(toBlocks(returns, name, habit, sink))
      const [first] = blocks
      if (!first) throw new SourceError('has no line of a contest', { file: name })
      const contests = toContests(blocks, { index, habit, year, source_url: file.url, sink })
      writeBallot(generalElection(state, year), first.at, contests, sink)
    }
  }
}

/** The one table of a zip, or the file itself. A Mac adds members in `__MACOSX/`. */
async function readMember(
  file: FetchedFile,
  sink: Pick<Sink, 'issue' | 'records'>,
): Promise<{ name: string; returns: Return[] }> {
  if (!isZip(file.bytes)) return { name: file.name, returns: foldReturns(file, sink) }
  let found: { name: string; returns: Return[] } | undefined
  for await (const { name, bytes } of zipFiles(file)) {
    if (name.startsWith('__MACOSX/')) continue
    const member = `${file.name}/${name}`
    if (found) throw new SourceError(`holds ${member} beside ${found.name}, expected one table`, { file: file.name })
    found = { name: member, returns: foldReturns({ name: member, bytes }, sink) }
  }
  if (!found) throw new SourceError('holds no file, expected one table', { file: file.name })
  return found
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/** The columns `date` and `state` are wrong or written in several ways in some files; these two are not. */
function refuseOther(
  returns: readonly Return[],
  { state, year, file }: { state: StateCode; year: number; file: string },
): void {
  const other = returns.find((line) => line.state_po.toUpperCase() !== state || Number(line.year) !== year)
  if (other)
    throw new SourceError(`got ${other.state_po} ${other.year}, expected ${state} ${year}`, { file, line: other.line })
}
