// Hustings in a machine of its own, installed as deploy/hustings.service says, with the sample's data.

import { expect, vi } from 'vitest'
import { z } from 'zod'
import type { Machine } from './machine.ts'

/** A busy machine takes its time. */
export const PATIENTLY = { timeout: 120_000, interval: 300 }
/** A folder with the publishers' files. */
export const MIRROR = '/srv/hustings-mirror'
/** Runs a command of Hustings as the service's user. */
export const AS_HUSTINGS =
  'cd /opt/hustings && runuser -u hustings -- env HUSTINGS_VAR=/var/lib/hustings node dist/cli.js'

/** Puts the sample's files into the folder, for a data folder at /var/lib/hustings. */
export const PUT_MIRROR = `
mkdir -p ${MIRROR}/data ${MIRROR}/node_modules /var/lib/hustings
cp -r /opt/hustings/data/sample ${MIRROR}/data
cp -r /opt/hustings/node_modules/us-atlas ${MIRROR}/node_modules
# The sample has a folder of its own, below the folder that hustings.service serves.
ln -s . /var/lib/hustings/sample
`

const INSTALL = `
useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin hustings
cp /opt/hustings/deploy/*.service /opt/hustings/deploy/*.timer /etc/systemd/system
mkdir -p /etc/hustings
${PUT_MIRROR}
echo 'HUSTINGS_SOURCES=--sample --mirror ${MIRROR}' > /etc/hustings/hustings.env
install -d -o hustings -m 0700 /var/lib/hustings /mnt/backup/hustings
(umask 077; head -c 24 /dev/urandom | base64 > /etc/hustings/backup-passphrase)
systemctl daemon-reload`

/** Runs the nightly run once, and starts the server. @returns a key */
export async function installHustings(machine: Machine): Promise<string> {
  await machine.expect(INSTALL)
  await machine.expect('systemctl start hustings-nightly')
  await machine.expect('systemctl start hustings')
  await machine.expect(`${AS_HUSTINGS} accounts create newsroom && ${AS_HUSTINGS} accounts approve newsroom`)
  const words = 'keys create --account newsroom --scopes data:read,stream:read,subscriptions:write --json'
  const made = await machine.expect(`${AS_HUSTINGS} ${words}`)
  await vi.waitFor(async () => expect((await machine.ask('/readyz')).status).toBe(200), PATIENTLY)
  return z.object({ key: z.string() }).parse(JSON.parse(made)).key
}

/** Edits a statement of the sample's endorsements, for the watch to publish. */
export const EDIT = `sed -i 's/"statement": "/&Again: /' ${MIRROR}/data/sample/endorsements.json`
