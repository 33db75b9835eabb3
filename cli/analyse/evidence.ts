// `hustings evidence capture` captures the announced pages of endorsements, for the endorsers and sources that sources.yaml names.

import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { endorserSlug } from '../../data/schema/scalar.ts'
import { fetchContact } from '../../data/store/environment.ts'
import { takeLock } from '../../data/store/lock.ts'
import { quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import type { EvidenceChoice } from '../../ingest/configuration/to-sources.ts'
import type { AnnouncedEndorsement, CaptureReport } from '../../ingest/evidence/capture.ts'
import type { EvidenceStore } from '../../ingest/evidence/store.ts'
import { withWarehouse } from '../data-folder.ts'
import { CommandError, EXIT, nextStep } from '../exit.ts'
import { type CommonOptions, parserOf, pathsOf, sampleFlag, toSentence, withCommonOptions } from '../options.ts'
import { formatNumberOf, logToStderr, printJson, printLine } from '../output.ts'
import { loadRegistry } from '../publish/choose-sources.ts'

/** @setting Doubtful endorsements, and pages with a fault, that `evidence capture` lists. */
const EVIDENCE_SHOWN = 50
/** @setting Pages between two reports of progress by `evidence capture`. */
const EVIDENCE_PROGRESS_PAGES = 20

interface EvidenceOptions extends CommonOptions {
  endorser?: readonly string[]
}

export function addEvidence(program: Command): void {
  const evidence = program.command('evidence').description('keep what shows that an endorser made an endorsement')
  withCommonOptions(evidence.command('capture').description('capture the announced pages of endorsements'))
    .addOption(
      new Option('--endorser <slugs>', 'only of these endorsers, comma-separated').argParser(
        parserOf(
          z
            .string()
            .transform((text) => text.split(','))
            .pipe(z.array(endorserSlug)),
        ),
      ),
    )
    .addHelpText(
      'after',
      `
Nothing is captured by default: sources.yaml names endorsers and sources under evidence (docs/evidence.md). The next nightly
serves the captures. Exit codes: 0 every page states its endorsements, 3 some do not: a person must look.`,
    )
    .action(capture)
}

async function capture(options: EvidenceOptions): Promise<void> {
  const { evidence: chosen, sources } = await loadRegistry(options)
  requireChosen(chosen, options)
  const isPrivate = new Set(sources.filter((source) => source.private).map(({ id }) => id))
  const announced = await withWarehouse(options, (warehouse) => listAnnounced(warehouse, chosen, options))
  const { captureEvidence } = await import('../../ingest/evidence/capture.ts')
  const { openEvidence } = await import('../../ingest/evidence/store.ts')
  const root = pathsOf(options).evidence
  const store = openEvidence(root)
  // Its own lock: a nightly need not wait for slow publishers.
  const owner = { pid: process.pid, command: 'evidence capture', since: new Date().toISOString() }
  const lock = takeLock({ root, lock: join(root, 'lock') }, owner)
  try {
    forget(store, chosen)
    const report = await captureEvidence(
      announced.filter(({ source_id }) => !isPrivate.has(source_id)),
      {
        store,
        now: () => new Date(),
        contact: fetchContact(),
        allowPrivate: chosen.allow_private_network,
        onPage: (done, of) => {
          if (done % EVIDENCE_PROGRESS_PAGES === 0) logToStderr(`${formatNumberOf(done, 'page')} of ${of}`)
        },
      },
    )
    print(report, options)
  } finally {
    lock.release()
  }
}

/** Throws CommandError where nothing may be captured. */
function requireChosen({ endorsers, sources, do_not_capture }: EvidenceChoice, options: EvidenceOptions): void {
  const next = `hustings sources list${sampleFlag(options)}   # names the file sources.yaml`
  if (endorsers.size + sources.size === 0)
    throw new CommandError(
      'Nothing is captured by default. Name endorsers or sources under evidence in sources.yaml.',
      next,
      EXIT.usage,
    )
  const asked = options.endorser?.find((slug) => do_not_capture.has(slug))
  if (asked !== undefined)
    throw new CommandError(
      `${asked} asked not to be captured: sources.yaml lists it under do_not_capture.`,
      next,
      EXIT.usage,
    )
}

/** Deletes what is kept of endorsers that asked not to be captured. */
function forget(store: EvidenceStore, { do_not_capture }: EvidenceChoice): void {
  for (const slug of do_not_capture) if (store.remove(slug)) logToStderr(`${slug}: its captures were deleted.`)
}

/** The served endorsements with a page whose capture is permitted. Throws CommandError if none of a named endorser is. */
async function listAnnounced(
  warehouse: Warehouse,
  { endorsers, sources, do_not_capture }: EvidenceChoice,
  { endorser: only }: EvidenceOptions,
): Promise<(AnnouncedEndorsement & { source_id: string })[]> {
  const rows = await warehouse.all<Announced>(ANNOUNCED)
  const permitted = rows.filter(
    ({ endorser_slug, source_id }) =>
      (endorsers.has(endorser_slug) || sources.has(source_id)) && !do_not_capture.has(endorser_slug),
  )
  const absent = only?.find((slug) => !permitted.some(({ endorser_slug }) => endorser_slug === slug))
  if (absent !== undefined)
    throw new CommandError(
      `${absent} has no endorsement with a page that may be captured: sources.yaml names neither the endorser nor its source under evidence, or no endorsement has a source_url.`,
      `hustings endorsements --endorser ${absent}`,
      EXIT.usage,
    )
  for (const slug of endorsers)
    if (!rows.some(({ endorser_slug }) => endorser_slug === slug))
      logToStderr(
        `${slug}: no endorsement of this endorser names a page. Check the slug under evidence in sources.yaml.`,
      )
  const wanted = permitted.filter(({ endorser_slug }) => only === undefined || only.includes(endorser_slug))
  return wanted.map(({ statement_en, statement_es, rivals, ...row }) => ({
    ...row,
    rival_names: rivals?.split('\n') ?? [],
    statements: [...new Set([statement_en, statement_es])].filter((text) => text !== null),
  }))
}

type Announced = Omit<AnnouncedEndorsement, 'statements' | 'rival_names'> & {
  source_id: string
  statement_en: string | null
  statement_es: string | null
  /** One name a line. */
  rivals: string | null
}

const ANNOUNCED = `
  SELECT
    endorsement.endorsement_key, endorsement.endorser_slug, endorsement.endorser_name, endorsement.source_id,
    endorsement.source_url, endorsement.statement_en, endorsement.statement_es, endorsement.measure_answer,
    CASE WHEN endorsement.contest_kind = 'candidate' THEN choice.summary_en.label END AS candidate_name,
    contest.summary_en.measure_code AS measure_code, contest.summary_en.title AS contest_title,
    (
      SELECT string_agg(other.summary_en.label, chr(10) ORDER BY other.id)
      FROM out.choice_body AS other
      WHERE other.contest_key = contest.contest_key AND endorsement.contest_kind = 'candidate'
        AND NOT EXISTS (
          FROM out.endorsement AS own
          WHERE own.endorser_id = endorsement.endorser_id AND own.choice_id = other.id
        )
    ) AS rivals
  FROM out.endorsement AS endorsement
  JOIN out.choice_body AS choice ON choice.id = endorsement.choice_id
  JOIN out.contest_body AS contest ON contest.id = endorsement.contest_id
  WHERE regexp_matches(endorsement.source_url, ${quoteText('^https?://')})
  ORDER BY endorsement.endorsement_key`

function print(report: CaptureReport, options: EvidenceOptions): void {
  const { pages, unchanged, endorsements, stated, doubts, faults } = report
  if (doubts.length > 0) process.exitCode = EXIT.checksFailed
  else if (faults.length > 0) process.exitCode = EXIT.failure
  if (options.json) {
    printJson(report)
    return
  }
  printLine(
    `${formatNumberOf(pages, 'page')}, ${unchanged} unchanged; ${formatNumberOf(stated, 'endorsement')} stated, of ${endorsements}`,
  )
  for (const { endorsement_key, source_url, missing_since } of doubts.slice(0, EVIDENCE_SHOWN))
    printLine(`${endorsement_key}: ${missing_since === null ? 'not found on' : 'no longer on'} ${source_url}`)
  for (const { source_url, why } of faults.slice(0, EVIDENCE_SHOWN))
    printLine(`${source_url}: not captured: ${toSentence(why)}`)
  const hidden = Math.max(doubts.length - EVIDENCE_SHOWN, 0) + Math.max(faults.length - EVIDENCE_SHOWN, 0)
  if (hidden > 0) printLine(`and ${hidden} more: add --json`)
  logToStderr(
    nextStep(
      `hustings nightly${sampleFlag(options)}   # serves the captures; its issues list what a person must look at`,
    ),
  )
}
