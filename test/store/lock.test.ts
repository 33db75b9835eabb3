import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findLockHolder, LockHeld, takeLock } from '../../data/store/lock.ts'
import { type Paths, pathsIn, projectFile } from '../../data/store/paths.ts'
import { loadPepper } from '../../data/store/pepper.ts'

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
  it('is made once, for its owner alone, and is the same ever after', () => {
    const pepper = loadPepper(paths)
    expect(pepper).toHaveLength(32)
    expect(new Set(pepper).size).toBeGreaterThan(8)
    expect(statSync(paths.pepper).mode & 0o777).toBe(0o600)
    expect(loadPepper(paths)).toEqual(pepper)
  })
})
