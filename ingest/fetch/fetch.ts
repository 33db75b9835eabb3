// Fetches a source's bytes from its publisher, or from a mirror with the same files.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pLimit from 'p-limit'
import {
  type FileForm,
  FileGone,
  type FileLocation,
  FileRefused,
  type Source,
  SourceError,
  type SourceFile,
} from '../read/source.ts'
import { findCommit } from '../read/tar.ts'
import { writeTranscript } from '../read/transcript.ts'
import { INFLATED_BYTES_MAX, isGzip, isZip, readGzip, readMember } from '../read/zip.ts'
import { blankFile } from './blank-archive.ts'
import {
  type Download,
  type DownloadSettings,
  download,
  refuseRepeated,
  refuseWebPage,
  repeatsSecret,
  type Validators,
} from './download.ts'
import { downloadLayer } from './feature-service.ts'
import {
  type Answer,
  dayOf,
  hash,
  type KeptFile,
  keep,
  openRaw,
  personalOf,
  type RawEntry,
  type RawStore,
  requirePersonal,
  sameColumns,
} from './kept-bytes.ts'
import { fetchNewest, keyOf, locate, nameOf, savedAs } from './locate.ts'

/** @setting Time limit of all files of a source, in milliseconds. */
const SOURCE_TIMEOUT_MS = 3_600_000

export interface FetchOptions extends DownloadSettings {
  /** The folder of kept bytes. */
  rawDir: string
  /** The folder with the files that a person saved, in a folder per source id. */
  inbox?: string
  /** A folder, or the http(s) address above the mirror paths. Null fetches from the publishers. */
  mirror: string | null
  now: Date
  /** Requests an address again even if it was requested today. */
  refresh?: boolean
  /** For each host of this run, the faults since its last good answer. */
  faults?: Map<string, number>
  /** Of this run, by address: the answers that tell the revisions of several files. */
  revisions?: Map<string, Promise<Uint8Array>>
  /** Uses only kept bytes. */
  offline?: boolean
  /**
   * For each source, the SHA-256 of the kept bytes to read instead of the publisher's current ones: by name, or by address
   * (SourceFile.url) where only that was recorded.
   */
  kept?: KeptSources
  /** Reads a variable of the environment, for the headers of a configured source. Default: none is set. */
  environment?: (name: string) => string | undefined
  /** Stands in for the network: what arrived from an address, or undefined for the kept bytes. */
  received?: (address: string) => Download | undefined
  /** Reads a file in the mirror's folder. Default: the current bytes. Throws as `readFileSync` does. */
  readFile?: (path: string) => Uint8Array
}

/** Keyed by source id. */
export type KeptSources = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Returns files in registry order. Requests a network address once per UTC day; always reads a folder. Keeps nothing until every
 * personal column of the registry entry is found in each file and blanked. Throws SourceError for the first file that cannot be
 * fetched.
 */
export async function fetchSource(source: Source, options: FetchOptions): Promise<KeptFile[]> {
  const raw = openRaw(options.rawDir)
  const stop = new AbortController()
  const fetching = startFetching(source, raw, options, stop.signal)
  try {
    const answers = (await Promise.all(fetching.map((one, at) => unlessGone(one, source.files[at])))).filter(isAnswer)
    if (answers.length === 0) await Promise.all(fetching)
    for (const answer of answers) requirePersonal(answer)
    return keep(answers, raw, options)
  } finally {
    // After a failure, the other files are of no use.
    stop.abort()
    await Promise.allSettled(fetching)
  }
}

/** Undefined for a file that its publisher has only at times, and does not have now. */
async function unlessGone(answer: Promise<Answer>, file: SourceFile | undefined): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof FileGone && file?.optional) return undefined
    throw error
  }
}

function isAnswer(answer: Answer | undefined): answer is Answer {
  return answer !== undefined
}

/** All files of a source at once; `download` limits how many requests are sent. */
function startFetching(source: Source, raw: RawStore, options: FetchOptions, stop?: AbortSignal): Promise<Answer>[] {
  const signals = [AbortSignal.timeout(SOURCE_TIMEOUT_MS), ...(stop ? [stop] : [])]
  const timely = { ...options, signal: AbortSignal.any(signals) }
  if (source.editions) return [fetchEdition(source, raw, timely)]
  const inTurn = pLimit(source.inSeries ? 1 : source.files.length || 1)
  return source.files.map((file) => inTurn(() => fetchFile(source, file, raw, timely)))
}

function fetchEdition(source: Source, raw: RawStore, options: FetchOptions): Promise<Answer> {
  const { mirror, kept, offline, now, refresh = false } = options
  const { files } = source
  const fetch = (file: SourceFile): Promise<Answer> => fetchFile(source, file, raw, options)
  const read = kept?.get(source.id)
  const isHeld = (file: SourceFile): boolean =>
    kept ? (read?.has(nameOf(file)) || read?.has(file.url)) === true : !!raw.find(locate(file, mirror).address)
  const held = kept || offline ? (files.find(isHeld) ?? files[0]) : undefined
  if (held) return fetch(held)
  const place = (file: SourceFile) => {
    const { address, folder } = locate(file, mirror)
    return { address, onDisk: folder !== null }
  }
  return fetchNewest(files, {
    raw,
    now,
    refresh,
    locate: place,
    fetch,
    pause: options.limits?.pause,
    faults: options.faults ?? new Map(),
  })
}

/** A file that could not be fetched or read, with the reason. */
export interface StoppedFile {
  file: string
  error: string
}

/** Fetches the files of a source. One that is gone or cannot be fetched does not stop the others. Throws if all files are gone. */
export async function fetchApart(
  source: Source,
  options: FetchOptions,
): Promise<{ files: KeptFile[]; gone: string[]; stopped: StoppedFile[] }> {
  const raw = openRaw(options.rawDir)
  const answers: Answer[] = []
  const gone: FileGone[] = []
  const stopped: StoppedFile[] = []
  const fetching = startFetching(source, raw, options)
  await Promise.allSettled(fetching)
  for (const one of fetching)
    try {
      const answer = await one
      requirePersonal(answer)
      answers.push(answer)
    } catch (error) {
      if (error instanceof FileGone) gone.push(error)
      else if (error instanceof SourceError) stopped.push({ file: error.file, error: error.message })
      else throw error
    }
  if (gone[0] && gone.length === source.files.length) throw gone[0]
  return { files: keep(answers, raw, options), gone: gone.map(({ file }) => file), stopped }
}

async function fetchFile(source: Source, file: SourceFile, raw: RawStore, options: FetchOptions): Promise<Answer> {
  const name = nameOf(file)
  const { address, folder, form } = locate(file, options.mirror)
  const personal = personalOf(source, file)
  const key = file.layer ? `${address} ${JSON.stringify(file.layer)}` : keyOf(address, form)
  const remembered = raw.find(key)
  const same = remembered && sameColumns(remembered, personal) && remembered.transcript === file.transcript?.version
  const before = same ? remembered : undefined
  const kept = before && raw.bytes(before.sha256)
  const answer = (bytes: Uint8Array, found: readonly string[], validators: Validators): Answer => {
    const same = before?.sha256 === hash(bytes) ? before : undefined
    const dated = options.mirror === null || file.location !== undefined
    return {
      file,
      name,
      key,
      bytes,
      found,
      personal,
      before: same,
      validators,
      dated,
      revision: told ?? same?.revision,
    }
  }
  let told: string | undefined
  // A kept transcript is not transcribed again.
  const findPersonal = async (bytes: Uint8Array): Promise<readonly string[]> =>
    file.transcript ? personal : (await blankFile({ name, bytes }, personal, file.members)).found
  if (options.kept) {
    const own = options.kept.get(source.id)
    const sha256 = own?.get(name) ?? own?.get(file.url)
    if (sha256 === undefined) throw new FileGone('no rows were read from it', { file: name })
    const bytes = raw.bytes(sha256)
    if (!bytes) throw new SourceError('the bytes behind its rows are no longer kept', { file: name })
    return answer(bytes, await findPersonal(bytes), before ?? { etag: null, last_modified: null })
  }
  const again = async (): Promise<Answer | undefined> =>
    before && kept && answer(kept, await findPersonal(kept), before)

  const arrived = folder === null ? options.received?.(address) : undefined
  const asked = folder === null && !arrived && before?.asked_on === dayOf(options.now) && !options.refresh
  const known = asked || options.offline ? await again() : undefined
  if (known) return known
  if (options.offline) {
    const Kind = file.optional ? FileGone : SourceError
    throw new Kind(`${address} has never been fetched, and this run is offline`, { file: name })
  }
  const located = { ...options, location: file.location }
  const request = { ...toRequest(name, kept && before, located), form }
  if (file.revision && folder === null && !options.received) {
    const answered = await askRevision(file.revision.url, { ...request, before: undefined }, options.revisions)
    told = file.revision.read({ name, bytes: answered })
    const unchanged = before?.revision === told ? await again() : undefined
    if (unchanged) return unchanged
  }
  const open = async (given: Given): Promise<Given> => {
    // Some servers send a .gz file as it is and call it compressed, so that it arrives unpacked; others compress it once more.
    const named = /\.gz$/.test(folder ?? new URL(address).pathname)
    const packed = named && (!given.decoded || isGzip(given.bytes))
    const bytes = packed ? await readGzip({ name: `${name}.gz`, bytes: given.bytes }) : given.bytes
    if (packed && repeatsSecret(bytes, request)) throw refuseRepeated(address, name)
    const whole = file.zipped && isZip(bytes) ? await readMember({ name, bytes }, file.zipped) : bytes
    await file.recognise?.({ name, bytes: whole })
    return { ...given, bytes: whole }
  }
  const saved = folder === null ? savedAs(source, file, address, options.inbox) : undefined
  const given =
    folder !== null
      ? await open(readMirror(folder, name, located))
      : options.received
        ? arrived && (await open(arrived))
        : file.layer
          ? await open(await downloadLayer(address, file.layer, request))
          : await downloadOrTake(address, request, { open, saved, optional: file.optional })
  if (!given) {
    const unchanged = await again()
    if (unchanged) return unchanged
    throw new SourceError(`${address} answered that nothing changed, but no bytes of it are kept`, { file: name })
  }
  told = file.revision?.read({ name, bytes: given.bytes })
  const published = { name, url: file.url, bytes: given.bytes }
  if (file.transcript) return answer(await writeTranscript(published, file.transcript), personal, given)
  const { bytes, found } = await blankFile(published, personal, file.members)
  return { ...answer(bytes, found, given), commit: findCommit(given.bytes) }
}

/** One request for the files of an address. */
async function askRevision(
  url: string,
  request: Parameters<typeof download>[1],
  asked: Map<string, Promise<Uint8Array>> = new Map(),
): Promise<Uint8Array> {
  const answer = asked.get(url) ?? download(url, request).then((given) => given?.bytes ?? new Uint8Array())
  asked.set(url, answer)
  return answer
}

type Given = Validators & { bytes: Uint8Array; decoded: boolean }

/** If the publisher refuses programs, a file that a person saved stands in. */
async function downloadOrTake(
  address: string,
  request: ReturnType<typeof toRequest> & { form: FileForm | undefined },
  {
    open,
    saved,
    optional = false,
  }: { open(given: Given): Promise<Given>; saved: string | undefined; optional: boolean | undefined },
): Promise<Given | undefined> {
  const { name } = request
  try {
    const given = await download(address, request)
    return given && (await open(given))
  } catch (error) {
    if (!(error instanceof FileRefused) || saved === undefined) throw error
    // A person who saved other files of the source has saved what there is.
    if (!existsSync(saved) && optional && existsSync(dirname(saved))) throw new FileGone(error.reason, { file: name })
    if (!existsSync(saved))
      throw new FileRefused(`${error.reason}; save the file with a browser as ${saved}`, { file: name })
    const taken = readMirror(saved, name, {})
    refuseWebPage(saved, name, taken.bytes)
    return open(taken)
  }
}

type LocatedOptions = FetchOptions & { location: FileLocation | undefined }

function toRequest(name: string, before: RawEntry | undefined, options: LocatedOptions) {
  const { contact, limits, onBytes, signal, mirror, location } = options
  // A mirror is the operator's own choice.
  const permitted = location ? 'address' in location && location.privateNetwork === true : mirror !== null
  const allowPrivate = options.allowPrivate ?? permitted
  const headers = readHeaders(location, name, options.environment)
  return { name, before, contact, allowPrivate, onBytes, signal, headers, ...(limits && { limits }) }
}

/** Headers with secrets. Throws SourceError for a variable that is not set. */
export function readHeaders(
  location: FileLocation | undefined,
  name: string,
  environment: FetchOptions['environment'] = () => undefined,
): Record<string, string> {
  const variables = location && 'address' in location ? (location.headerEnv ?? {}) : {}
  return Object.fromEntries(
    Object.entries(variables).map(([header, variable]) => {
      const value = environment(variable)
      if (value === undefined)
        throw new SourceError(`needs the variable ${variable} for its header ${header}`, { file: name })
      return [header, value]
    }),
  )
}

function readMirror(
  path: string,
  name: string,
  { readFile, location }: Partial<Pick<LocatedOptions, 'readFile' | 'location'>>,
): Given {
  const unvalidated = { etag: null, last_modified: null, decoded: false }
  try {
    if (readFile) return { bytes: readFile(path), ...unvalidated }
    const { size } = statSync(path)
    if (size > INFLATED_BYTES_MAX)
      throw new SourceError(`has ${size} bytes, expected at most ${INFLATED_BYTES_MAX}`, { file: name })
    return { bytes: readFileSync(path), ...unvalidated }
  } catch (error) {
    if (error instanceof SourceError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : error
    const Kind = code === 'ENOENT' ? FileGone : SourceError
    throw new Kind(
      `${location ? `there is no readable file at ${path}` : 'the mirror has no readable file there'} (${String(code)})`,
      { file: name },
    )
  }
}
