// Two publishers on one PostgreSQL: one publishes, the other says who does, and goes on after it, also if it was killed.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceStore } from '../../../../../data/store/state/state.ts'
import { PROOF_ONLY } from '../../../../proof/only.ts'
import { startScript } from '../../killed.ts'
import { POSTGRES, type TestState, whyWithoutPostgres } from '../engines.ts'

const why = await whyWithoutPostgres()

interface Publisher {
  child: ChildProcess
  said(): string
  ended: Promise<unknown>
}

describe.skipIf(why !== undefined)(why ?? 'two publishers', () => {
  let place: TestState
  let state: ServiceStore
  let children: ChildProcess[]
  beforeEach(async () => {
    place = await POSTGRES.create()
    state = await place.open()
    children = []
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await state.close()
    await place.remove()
  })

  const start = (name: string, ...more: string[]): Publisher => {
    const child = startScript('turn-process.ts', place.address, name, ...more)
    children.push(child)
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
    })
    return { child, said: () => said, ended: once(child, 'exit') }
  }

  it('wait for each other; after a SIGKILL the next one removes what was half done', async () => {
    const first = start('nightly', 'stays')
    await expect.poll(first.said).toContain('staged')
    const left = await place.rows('SELECT body FROM event')
    expect(left).toHaveLength(20)
    const refusal = await state.beginPublishing('a third one')
    expect(refusal?.refused).toMatch(/^hustings nightly \(process \d+ on .+\) is publishing to PostgreSQL /)
    expect(refusal?.refused).toContain(`process ${first.child.pid} `)
    const second = start('watch')
    await expect.poll(second.said).toContain('open')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(second.said()).not.toContain('turn')
    first.child.kill('SIGKILL')
    await second.ended
    expect(second.said()).toContain('{"publication":1,"changed":true}')
    expect(await state.head()).toMatchObject({ publication: 1, bundle: 'watch', seq: 20 })
    const published = await place.rows('SELECT body FROM event')
    expect(published).toHaveLength(20)
    for (const event of left) expect(published).not.toContainEqual(event)
  })

  it.skipIf(PROOF_ONLY !== null)('publish nothing once the connection of their turn has ended', async () => {
    const first = start('nightly', 'stays')
    await expect.poll(first.said).toContain('staged')
    const schema = new URL(place.address).searchParams.get('schema')
    const ended = await place.rows(
      `SELECT pg_terminate_backend(pid)
      FROM pg_locks
      WHERE locktype = 'advisory' AND (classid::bigint << 32) | objid::bigint = hashtextextended('hustings publisher ${schema}', 0)`,
    )
    expect(ended).toHaveLength(1)
    const second = start('watch', 'stays')
    await expect.poll(second.said).toContain('staged')
    first.child.kill('SIGUSR2')
    await first.ended
    expect(first.said()).toMatch(/refused.*held the turn to publish has ended.*nothing was published/)
    second.child.kill('SIGUSR2')
    await second.ended
    expect(await state.head()).toMatchObject({ publication: 1, bundle: 'watch' })
    expect(await state.beginPublishing('a third one')).toBeUndefined()
    await state.endPublishing()
  })
})
