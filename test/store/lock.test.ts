import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLockHolder, LockHeld, takeLock } from '../../data/store/lock.ts'
import { type Paths, pathsIn, projectFile } from '../../data/store/paths.ts'
import { loadPepper } from '../../data/store/pepper.ts'
import { openState } from '../../data/store/state/open.ts'
import type { State } from '../../data/store/state/state.ts'

const owner = { pid: process.pid, command: 'build', since: '2028-03-01T12:00:00.000Z' }
let paths: Paths

beforeEach(() => {
  paths = pathsIn(mkdtempSync(join(tmpdir(), 'hustings-lock-')))
})
afterEach(() => rmSync(paths.root, { recursive: true }))

async function startHolder(): Promise<ChildProcess> {
  const holder = spawn(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', projectFile('test', 'store', 'lock-holder.ts'), paths.root],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (holder.stdout) await once(holder.stdout, 'data')
  return holder
}

describe('takeLock', () => {
  it('keeps a second one out, also of this process, until the first lets go', () => {
    const lock = takeLock(paths, owner)
    expect(() => takeLock(paths, owner)).toThrow(LockHeld)
    lock.release()
    lock.release()
    takeLock(paths, owner).release()
  })

  it('says who holds it, and where', async () => {
    const holder = await startHolder()
    expect(() => takeLock(paths, owner)).toThrow(
      `hustings nightly (process ${holder.pid}, since 2028-03-01T12:00:00.000Z) is at work in ${paths.root}`,
    )
    expect(findLockHolder(paths)).toMatchObject({ held: true, owner: { pid: holder.pid, command: 'nightly' } })
    holder.kill('SIGKILL')
    await once(holder, 'close')
  })

  it('is free at once when its holder is killed', async () => {
    const holder = await startHolder()
    holder.kill('SIGKILL')
    await once(holder, 'close')
    expect(findLockHolder(paths)).toEqual({ held: false, owner: undefined })
    takeLock(paths, owner).release()
  })
})

describe('loadPepper', () => {
  let state: State
  beforeEach(async () => {
    state = await openState(paths)
  })
  afterEach(() => state.close())

  it('is made once, for its owner alone, and is the same ever after', async () => {
    const pepper = await loadPepper(paths, state)
    expect(pepper).toHaveLength(32)
    expect(new Set(pepper).size).toBeGreaterThan(8)
    expect(statSync(paths.pepper).mode & 0o777).toBe(0o600)
    expect(await loadPepper(paths, state)).toEqual(pepper)
  })

  it('is not made anew where the state knows one, or keys, and another is refused', async () => {
    await loadPepper(paths, state)
    rmSync(paths.pepper)
    await expect(loadPepper(paths, state)).rejects.toThrow('there is no such file, and the keys and sessions')
    expect(existsSync(paths.pepper)).toBe(false)
    writeFileSync(paths.pepper, Buffer.alloc(32, 1))
    await expect(loadPepper(paths, state)).rejects.toThrow('this is another pepper, and the keys and sessions')
    const keysAlone = { pepper: async () => ({ fingerprint: null, keys: 1 }), keepPepper: async (text: string) => text }
    expect(await loadPepper(paths, keysAlone)).toHaveLength(32)
    rmSync(paths.pepper)
    await expect(loadPepper(paths, keysAlone)).rejects.toThrow('there is no such file, and')
  })

  it('is one for all that begin together', async () => {
    const states = await Promise.all(Array.from({ length: 8 }, () => openState(paths)))
    const peppers = await Promise.all(states.map((one) => loadPepper(paths, one)))
    expect(new Set(peppers.map((pepper) => Buffer.from(pepper).toString('hex'))).size).toBe(1)
    expect((await state.pepper()).fingerprint).toMatch(/^[0-9a-f]{64}$/)
    for (const one of states) await one.close()
  })
})
