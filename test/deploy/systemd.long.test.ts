// The units of deploy/ as they are, under a real systemd: installed as hustings.service says, over the sample's files.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AS_HUSTINGS, EDIT, installHustings, MIRROR, PATIENTLY } from './installed.ts'
import { bootMachine, MACHINE_MISSING, type Machine } from './machine.ts'

if (MACHINE_MISSING)
  console.warn(`No machine with systemd can be booted (${MACHINE_MISSING}): the units of deploy/ are not started.`)

let machine: Machine
let key: string

const show = async (property: string, unit = 'hustings'): Promise<string> =>
  (await machine.expect(`systemctl show --value --property ${property} ${unit}`)).trim()
const journal = (words: string): Promise<string> => machine.expect(`journalctl --no-pager --output cat ${words}`)
const readiness = async (): Promise<number> => (await machine.ask('/readyz')).status
const workers = async (): Promise<string[]> =>
  (await machine.expect(`cat /proc/${await show('MainPID')}/task/*/children`)).split(/\s+/).filter(Boolean)

describe.skipIf(MACHINE_MISSING)(`units${MACHINE_MISSING ? ` (${MACHINE_MISSING})` : ''}`, () => {
  beforeAll(async () => {
    machine = await bootMachine()
    key = await installHustings(machine)
  }, 300_000)
  afterAll(() => machine?.close())

  test('the nightly run has published, and the server answers with a key', async () => {
    expect(await journal('-u hustings-nightly')).toMatch(/^Published +publication 1, /m)
    expect(await show('Result', 'hustings-nightly')).toBe('success')
    expect((await machine.ask('/v1/states')).status).toBe(401)
    const { status, text } = await machine.ask('/v1/elections', key)
    expect(status).toBe(200)
    expect(JSON.parse(text).data.length).toBeGreaterThan(0)
  })

  test('the server has no privilege, a filter of system calls, and may connect to this machine alone', async () => {
    const status = await machine.expect(`cat /proc/${await show('MainPID')}/status`)
    expect(status).toMatch(/^CapEff:\t0{16}$/m)
    expect(status).toMatch(/^NoNewPrivs:\t1$/m)
    expect(status).toMatch(/^Seccomp:\t2$/m)
    const user = (await machine.expect('id -u hustings')).trim()
    expect(status).toMatch(new RegExp(`^Uid:\\t${user}\\t${user}\\t${user}\\t${user}$`, 'm'))
    expect((await show('IPAddressDeny')).split(' ').sort()).toEqual(['0.0.0.0/0', '::/0'])
    expect((await show('IPAddressAllow')).split(' ').sort()).toEqual(['127.0.0.0/8', '::1/128'])
  })

  test('a reload replaces the workers, and the main process stays', async () => {
    const [main, before] = [await show('MainPID'), await workers()]
    expect(before).toHaveLength(2)
    await machine.expect('systemctl reload hustings')
    await expect.poll(() => journal('-u hustings'), PATIENTLY).toContain('Reload: done.')
    const after = await workers()
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect(await show('MainPID')).toBe(main)
    expect((await machine.ask('/v1/states', key)).status).toBe(200)
  }, 180_000)

  test('a killed server is started again', async () => {
    const main = await show('MainPID')
    await machine.expect(`kill -KILL ${main}`)
    await expect.poll(() => show('MainPID'), PATIENTLY).not.toMatch(new RegExp(`^(0|${main})$`))
    await expect.poll(readiness, PATIENTLY).toBe(200)
    expect(await show('NRestarts')).toBe('1')
    expect((await machine.ask('/v1/states', key)).status).toBe(200)
  }, 180_000)

  test('a backup contains the pepper, under the passphrase that only root can read', async () => {
    await machine.expect('systemctl start hustings-backup')
    expect(await journal('-u hustings-backup')).toMatch(/^Pepper +encrypted under the passphrase$/m)
    expect(await machine.expect('stat -c %a:%U /etc/hustings/backup-passphrase')).toBe('600:root\n')
    await machine.expect(`
      cp /etc/hustings/backup-passphrase /tmp/passphrase && chown hustings /tmp/passphrase
      ${AS_HUSTINGS.replace('/var/lib/hustings', '/tmp/restored')} restore /mnt/backup/hustings --passphrase-file /tmp/passphrase
      runuser -u hustings -- cmp /var/lib/hustings/pepper /tmp/restored/pepper`)
  }, 180_000)

  test('the watch publishes a change, beside the server', async () => {
    await machine.expect('systemctl start hustings-watch')
    await expect.poll(() => journal('-u hustings-watch'), PATIENTLY).toMatch(/follow|watch/i)
    await machine.expect(EDIT)
    await expect.poll(() => journal('-u hustings-watch'), PATIENTLY).toMatch(/publication 2/)
    await machine.expect('systemctl stop hustings-watch')
    expect(await show('Result', 'hustings-watch')).toBe('success')
  }, 180_000)

  test('the timers of the nightly run and the backup have a next time', async () => {
    const timers = ['hustings-nightly.timer', 'hustings-backup.timer']
    await machine.expect(`systemctl enable --now ${timers.join(' ')}`)
    for (const timer of timers) expect(await show('NextElapseUSecRealtime', timer)).not.toBe('')
  })

  test('a failed run is reported with the output of doctor, and by a command of a drop-in', async () => {
    await machine.expect(`
      mkdir -p /etc/systemd/system/hustings-failed@.service.d
      printf '[Service]\\nExecStart=+/bin/sh -c "systemctl status --full %%i > /run/reported || true"\\n' \\
        > /etc/systemd/system/hustings-failed@.service.d/notice.conf
      systemctl daemon-reload
      rm ${MIRROR}/data/sample/endorsements.json`)
    expect((await machine.run('systemctl start hustings-nightly')).code).not.toBe(0)
    await expect.poll(() => machine.run('cat /run/reported'), PATIENTLY).toMatchObject({ code: 0 })
    expect(await journal('-t hustings-failed --priority err')).toMatch(
      /^warn +last run +nightly .* except some sources\b.*\n +Next: /m,
    )
    expect(await machine.expect('cat /run/reported')).toMatch(/hustings-nightly\.service.*\n.*\n +Active: failed/)
    // The server goes on with the data of the run before.
    expect((await machine.ask('/v1/states', key)).status).toBe(200)
  }, 180_000)
})
