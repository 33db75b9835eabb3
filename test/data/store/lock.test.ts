import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLockHolder, LockHeld, type LockWait, takeLock, waitForLock } from '../../../data/store/lock.ts'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import { loadPepper } from '../../../data/store/pepper.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { compiled } from '../../compiled.ts'
import { openFolder } from '../../temporary.ts'

const owner = { pid: process.pid, command: 'build', since: '2028-03-01T12:00:00.000Z' }
let paths: Paths

beforeEach(() => {
  paths = pathsIn(openFolder())
})

async function startHolder(...words: string[]): Promise<ChildProcess> {
  const holder = spawn(
    process.execPath,
    ['--expose-gc', compiled('test', 'data', 'store', 'lock-holder.ts'), paths.root, ...words],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (holder.stdout) await once(holder.stdout, 'data')
  return holder
}

it('takeLock excludes a second holder, also in this process, until the first releases it', () => {
  const lock = takeLock(paths, owner)
  expect(() => takeLock(paths, owner)).toThrow(LockHeld)
  lock.release()
  lock.release()
  takeLock(paths, owner).release()
})

it('takeLock names its holder and its file', async () => {
  const holder = await startHolder()
  expect(() => takeLock(paths, owner)).toThrow(
    `hustings nightly (process ${holder.pid}, since 2028-03-01T12:00:00.000Z) already uses ${paths.root}`,
  )
  expect(findLockHolder(paths)).toMatchObject({ held: true, owner: { pid: holder.pid, command: 'nightly' } })
  holder.kill('SIGKILL')
  await once(holder, 'close')
})

it('takeLock is free at once when its holder is killed', async () => {
  const holder = await startHolder()
  holder.kill('SIGKILL')
  await once(holder, 'close')
  expect(findLockHolder(paths)).toEqual({ held: false, owner: undefined })
  takeLock(paths, owner).release()
})

describe('waitForLock', () => {
  let told: (string | undefined)[] = []
  const wait = (more: Partial<LockWait> = {}) =>
    waitForLock(paths, () => owner, {
      waitsFor: (holder) => holder?.command === 'watch',
      atMost: 60_000,
      onWait: (holder) => told.push(holder?.command),
      ...more,
    })
  beforeEach(() => {
    told = []
  })

  it('waits until the holder releases it, reports that once, and does not block the process', async () => {
    const holder = await startHolder('watch', '700')
    const ended = once(holder, 'close')
    let turns = 0
    const timer = setInterval(() => turns++, 20)
    const lock = await wait()
    clearInterval(timer)
    expect(await ended).toEqual([0, null])
    expect(told).toEqual(['watch'])
    expect(turns).toBeGreaterThan(5)
    lock.release()
  })

  it('does not wait for another command, nor beyond its limit, nor after a stop', async () => {
    const other = await startHolder('nightly')
    await expect(wait()).rejects.toThrow(`hustings nightly (process ${other.pid}`)
    expect(told).toEqual([])
    const stop = new AbortController()
    const stopped = wait({ waitsFor: () => true, stop: stop.signal })
    stop.abort()
    await expect(stopped).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
    other.kill('SIGKILL')
    await once(other, 'close')
    const watch = await startHolder('watch')
    await expect(wait({ atMost: 100 })).rejects.toThrow(LockHeld)
    watch.kill('SIGKILL')
    await once(watch, 'close')
  })
})

describe('loadPepper', () => {
  let state: ServiceStore
  beforeEach(async () => {
    state = await openState(paths)
  })
  afterEach(() => state.close())

  it('is created once, readable only by its owner, and never changes', async () => {
    const pepper = await loadPepper(paths, state)
    expect(pepper).toHaveLength(32)
    expect(new Set(pepper).size).toBeGreaterThan(8)
    expect(statSync(paths.pepper).mode & 0o777).toBe(0o600)
    expect(await loadPepper(paths, state)).toEqual(pepper)
  })

  it('is not recreated if the state has one or has keys, and another is refused', async () => {
    await loadPepper(paths, state)
    rmSync(paths.pepper)
    await expect(loadPepper(paths, state)).rejects.toThrow('no such file, and the keys and sessions')
    expect(existsSync(paths.pepper)).toBe(false)
    writeFileSync(paths.pepper, Buffer.alloc(32, 1))
    await expect(loadPepper(paths, state)).rejects.toThrow('this is a different pepper, and the keys and sessions')
    const keysAlone = { pepper: async () => ({ fingerprint: null, keys: 1 }), keepPepper: async (text: string) => text }
    expect(await loadPepper(paths, keysAlone)).toHaveLength(32)
    rmSync(paths.pepper)
    await expect(loadPepper(paths, keysAlone)).rejects.toThrow('no such file, and')
  })

  it('is the same for processes that start together', async () => {
    const states = await Promise.all(Array.from({ length: 8 }, () => openState(paths)))
    const peppers = await Promise.all(states.map((one) => loadPepper(paths, one)))
    expect(new Set(peppers.map((pepper) => Buffer.from(pepper).toString('hex'))).size).toBe(1)
    expect((await state.pepper()).fingerprint).toMatch(/^[0-9a-f]{64}$/)
    for (const one of states) await one.close()
  })
})
