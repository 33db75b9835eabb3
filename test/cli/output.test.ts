import { CommanderError } from 'commander'
import { expect, it } from 'vitest'
import { ChecksFailed } from '../../build/check/checks.ts'
import { MassChange } from '../../build/publish/loss-limits.ts'
import { CommandError, toEnding } from '../../cli/exit.ts'
import { checkNode } from '../../cli/operate/doctor/diagnosis.ts'
import { compareElections } from '../../cli/publish/nightly.ts'
import { LockHeld } from '../../data/store/lock.ts'

it.each([
  [new CommanderError(0, 'commander.helpDisplayed', ''), 0],
  [new CommanderError(1, 'commander.unknownOption', ''), 2],
  [new CommandError('No.', 'hustings doctor'), 1],
  [new ChecksFailed([{ check: '10_x', rule: 'none', rows: 1, sample: ['{}'], offences: [] }]), 3],
  [new LockHeld('/var', undefined), 4],
  [new MassChange({ shrunk: [], deleted: 30 }), 1],
  ['thrown text', 1],
])('toEnding %s ends with %i', (error, exitCode) => {
  expect(toEnding(error).exitCode).toBe(exitCode)
})

const GUARDED = new MassChange({ shrunk: [], deleted: 30 })
it.each([
  [GUARDED, /^hustings publish --accept {3}# /, /^hustings publish --accept --sample {3}# /],
  [new LockHeld('/var', undefined), /^hustings doctor /, /^hustings doctor --sample /],
  [new ChecksFailed([]), /^hustings ingest /, /^hustings ingest --sample /],
  [new CommandError('No.', 'hustings plans list'), /^hustings plans list$/, /^hustings plans list$/],
  [new Error('no rows; run: hustings ingest'), /^hustings ingest$/, /^hustings ingest --sample$/],
  [new Error('no rows; run: hustings ingest --sample'), /^hustings ingest --sample$/, /^hustings ingest --sample$/],
  [new Error("the environment's HUSTINGS_PORT: got x"), /^unset HUSTINGS_PORT /, /^unset HUSTINGS_PORT (?!.*--sample)/],
  [new Error('odd'), /^hustings doctor$/, /^hustings doctor --sample$/],
])('toEnding %s names the next command, also of the sample', (error, next, ofSample) => {
  const nextOf = (options?: { sample: boolean }) => /\nNext: (.*)\n$/.exec(toEnding(error, options).text)?.[1]
  expect([nextOf(), nextOf({ sample: true })]).toEqual([expect.stringMatching(next), expect.stringMatching(ofSample)])
})

it('toEnding takes the next command out of the message, and adds nothing to that of the parser', () => {
  expect(toEnding(new Error('no rows; run: hustings ingest')).text).toBe('hustings: no rows\nNext: hustings ingest\n')
  expect(toEnding(new CommanderError(1, 'commander.unknownOption', 'x')).text).toBe('')
})

it("toEnding shows the stack of the program's own faults", () => {
  expect(toEnding(new TypeError('x is not a function')).text).toContain('output.test.ts')
})

const nc = { slug: 'nc', contests: 10, choices: 20 }

it('compareElections lists only elections that are new, gone or have other counts', () => {
  const before = [nc, { slug: 'dc', contests: 3, choices: 4 }, { slug: 'va', contests: 1, choices: 1 }]
  const after = [nc, { slug: 'dc', contests: 3, choices: 6 }, { slug: 'me', contests: 2, choices: 5 }]
  expect(compareElections(before, after)).toEqual([
    { slug: 'dc', contests: 0, choices: 2 },
    { slug: 'me', contests: 2, choices: 5 },
    { slug: 'va', contests: -1, choices: -1 },
  ])
  expect(compareElections(undefined, after)).toBeNull()
})

it.each([
  ['20.19.0', 'ok'],
  ['20.18.9', 'fail'],
  ['22.0.0', 'fail'],
  ['22.13.0', 'ok'],
  ['23.11.0', 'fail'],
  ['24.0.0', 'ok'],
  ['26.0.0', 'ok'],
  ['27.0.0', 'warn'],
  ['18.20.0', 'fail'],
])('checkNode: %s is %s', (version, status) => {
  expect(checkNode(version).status).toBe(status)
})
