// What watch says of a change: one line for people or one of NDJSON to stdout, and what is wrong with the files to stderr.

import { MassChange } from '../build/guard.ts'
import type { Issue } from '../ingest/source.ts'
import { formatIssue } from './endorsements.ts'
import { splitNext, toEnding } from './exit.ts'
import { formatNumberOf } from './output.ts'
import type { SourceOutcome } from './watch-change.ts'
import type { WatchedChange } from './watch-loop.ts'

const BLOCKED =
  'Or put the file right: it is published then. Until one or the other, no change of any file is published.'

/** The whole list stands in the report's issues.csv. */
const ISSUES_SHOWN = 20

/** `sample-endorsements: 1 created, 0 updated, 0 deleted; publication 7; 0.8 s; head 150:9f2c…`; undefined where there is nothing to say. */
export function formatChange(change: WatchedChange): string | undefined {
  const { sources, files, events, publication, published, head, fault, first } = change
  const what = whatOf(change)
  const failed = sources.filter(({ status }) => status === 'failed').map(({ source_id }) => source_id)
  const stays = failed.length === 0 ? '' : `; ${failed.join(', ')}: not taken, and the last good rows stay`
  if (fault !== undefined) return `${what}: NOT PUBLISHED${stays}; ${secondsOf(change)} s`
  if (published) {
    const { created, updated, deleted } = events
    const counts = `${created} created, ${updated} updated, ${deleted} deleted`
    return `${what}: ${counts}; publication ${publication}${stays}; ${secondsOf(change)} s; head ${head}`
  }
  if (first && stays === '') return undefined
  if (failed.length > 0 && sources.every(({ status }) => status === 'failed'))
    return `${what}: nothing has changed${stays}`
  return files.length === 0 ? undefined : `${what}: nothing that is served has changed${stays}; ${secondsOf(change)} s`
}

/** @param at an instant */
export function toRecord(change: WatchedChange, at: string): Record<string, unknown> {
  const { sources, files, events, publication, published, head, fault, warnings, steps } = change
  return {
    at,
    files,
    sources: sources.map(({ issues, ...source }) => ({
      ...source,
      issue_count: issues.length,
      issues: issues.slice(0, ISSUES_SHOWN),
    })),
    ...{ publication, published, head, ...events, warnings },
    fault: fault === undefined ? null : sayFault(fault),
    seconds: Number(secondsOf(change)),
    milliseconds: Object.fromEntries(Object.entries(steps).map(([step, took]) => [step, Math.round(took)])),
  }
}

/** For stderr: faults and warnings whole, issues as far as they were not said before. */
export function openProblems(): (change: WatchedChange) => string[] {
  const said = new Map<string, ReadonlySet<string>>()
  return ({ sources, fault, warnings }) => {
    const lines = sources.flatMap((source) => problemsOf(source, said))
    for (const warning of warnings) lines.push(`hustings: ${warning}`)
    if (fault !== undefined) lines.push(sayFault(fault))
    return lines
  }
}

function problemsOf(source: SourceOutcome, said: Map<string, ReadonlySet<string>>): string[] {
  const { source_id, error, issues } = source
  if (error !== null) {
    const { message, next } = splitNext(error)
    const stays = `${source_id}: ${message}; its last good rows stay`
    return next === undefined ? [stays] : [stays, `Next: ${next}`]
  }
  const lines = issues.filter(isLost).map((issue) => `${source_id}: ${formatIssue(issue)}`)
  const before = said.get(source_id)
  const news = lines.filter((line) => !before?.has(line))
  said.set(source_id, new Set(lines))
  const more = news.length - ISSUES_SHOWN
  return more > 0 ? [...news.slice(0, ISSUES_SHOWN), `${source_id}: and ${formatNumberOf(more, 'issue')} more`] : news
}

function isLost({ severity }: Issue): boolean {
  return severity === 'refused'
}

function sayFault(fault: unknown): string {
  const sentence = toEnding(fault).text.trimEnd()
  return fault instanceof MassChange ? `${sentence}\n${BLOCKED}` : sentence
}

function whatOf({ sources, files }: WatchedChange): string {
  const ids = sources.map(({ source_id }) => source_id)
  return (ids.length > 0 ? ids : files).join(', ') || 'what was left to publish'
}

function secondsOf({ steps }: WatchedChange): string {
  return (Object.values(steps).reduce((sum, took) => sum + took, 0) / 1000).toFixed(2)
}
