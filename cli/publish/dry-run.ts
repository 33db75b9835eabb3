// Tells what a nightly run would request, from the index of kept bytes alone: it requests nothing and changes nothing.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type KeptIndex, openKept, personalOf } from '../../ingest/fetch/kept-bytes.ts'
import { EDITION_DAYS, keyOf, locate } from '../../ingest/fetch/locate.ts'
import type { Source, SourceFile } from '../../ingest/read/source.ts'
import { mirrorOf, pathsOf, type SourceOptions } from '../options.ts'
import { formatCount, formatMegabytes, formatNumberOf, printJson, printLine, printTable } from '../output.ts'
import { speaksOf } from './pipeline.ts'

interface HostPlan {
  host: string
  /** The most requests that the run would send. */
  requests: number
  /** Of these, those that ask only for a change. */
  conditional: number
  /** Files that were asked for today, so that no request is sent. */
  asked_today: number
  /** Bytes kept of the files that would be requested. */
  known_bytes: number
  /** Files that would be requested and of which nothing is kept. */
  unknown_size: number
}

export interface DryRun {
  sources: number
  /** Files that are read from a disk. */
  on_disk: number
  hosts: HostPlan[]
  /** Bytes that are kept of these sources now. */
  kept_bytes: number
}

export function dryRun(options: SourceOptions, sources: readonly Source[], now: Date): DryRun {
  const { raw } = pathsOf(options)
  const kept = openKept(raw)
  const today = now.toISOString().slice(0, 10)
  const chosen = sources.filter(speaksOf(options.only))
  const hosts = new Map<string, HostPlan>()
  const hashes = new Set<string>()
  let on_disk = 0
  for (const source of chosen)
    for (const { address, key, personal, mayAsk } of listRequests(source, {
      mirror: mirrorOf(options) ?? null,
      kept,
      today,
      options,
    })) {
      if (address === null) {
        on_disk++
        continue
      }
      const { host } = new URL(address)
      const plan = hosts.get(host) ?? {
        host,
        requests: 0,
        conditional: 0,
        asked_today: 0,
        known_bytes: 0,
        unknown_size: 0,
      }
      hosts.set(host, plan)
      const entry = kept.find(key, personal)
      if (entry) hashes.add(entry.sha256)
      if (entry?.asked_on === today && !options.refresh) {
        plan.asked_today++
        continue
      }
      plan.requests++
      if (mayAsk && entry && (entry.etag !== null || entry.last_modified !== null)) plan.conditional++
      if (entry) plan.known_bytes += sizeOf(raw, entry.sha256)
      else plan.unknown_size++
    }
  const kept_bytes = [...hashes].reduce((sum, sha256) => sum + sizeOf(raw, sha256), 0)
  const sorted = [...hosts.values()].sort((a, b) => b.requests - a.requests || (a.host < b.host ? -1 : 1))
  return { sources: chosen.length, on_disk, hosts: sorted, kept_bytes }
}

interface Planned {
  /** Null for a file on a disk. */
  address: string | null
  key: string
  personal: readonly string[]
  /** Whether a request may ask for a change alone. A form's may not. */
  mayAsk: boolean
}

interface PlanOptions {
  mirror: string | null
  kept: KeptIndex
  today: string
  options: SourceOptions
}

function listRequests(source: Source, plan: PlanOptions): Planned[] {
  const planned = source.files.map((file) => toPlanned(source, file, plan.mirror))
  if (!source.editions) return planned
  // Down to the newest edition that was fetched, without those that the publisher did not have lately.
  const at = planned.findIndex(({ key }) => plan.kept.has(key))
  const asked = at < 0 ? planned : planned.slice(0, at + 1)
  return asked.filter(({ key }, nth) => nth === at || plan.options.refresh || !isAbsent(key, plan))
}

function isAbsent(key: string, { kept, today }: PlanOptions): boolean {
  const day = kept.findAbsence(key)
  return day !== undefined && Math.abs(Date.parse(today) - Date.parse(day)) < EDITION_DAYS * 86_400_000
}

function toPlanned(source: Source, file: SourceFile, mirror: string | null): Planned {
  const { address, folder, form } = locate(file, mirror)
  return {
    address: folder === null ? address : null,
    key: keyOf(address, form),
    personal: personalOf(source, file),
    mayAsk: form === undefined,
  }
}

function sizeOf(raw: string, sha256: string): number {
  return statSync(join(raw, sha256), { throwIfNoEntry: false })?.size ?? 0
}

export function printDryRun(run: DryRun, { json }: SourceOptions): void {
  if (json) {
    printJson(run)
    return
  }
  const { hosts, on_disk, sources, kept_bytes } = run
  const sum = (of: (plan: HostPlan) => number): number => hosts.reduce((total, plan) => total + of(plan), 0)
  if (hosts.length > 0)
    printTable({
      columns: ['host', 'requests', 'conditional', 'asked today', 'known size', 'unknown size'],
      rows: hosts.map(({ host, requests, conditional, asked_today, known_bytes, unknown_size }) => [
        ...[host, requests, conditional, asked_today],
        formatMegabytes(known_bytes),
        unknown_size,
      ]),
    })
  const unknown = sum(({ unknown_size }) => unknown_size)
  const known = sum(({ known_bytes }) => known_bytes)
  const lines = [
    `${formatNumberOf(sources, 'source')}: at most ${formatNumberOf(
      sum(({ requests }) => requests),
      'request',
    )}, ${formatCount(sum(({ conditional }) => conditional))} of them conditional; ${formatNumberOf(on_disk, 'file')} read from a disk.`,
    `Kept now: ${formatMegabytes(kept_bytes)}. If every file changed, at least ${formatMegabytes(known)} more${
      unknown > 0 ? `, and ${formatNumberOf(unknown, 'file')} of unknown size` : ''
    }.`,
    'Nothing was requested, and nothing was changed.',
  ]
  for (const line of lines) printLine(line)
}
