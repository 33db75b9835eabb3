// The Caddyfile and nginx.conf of deploy/ as they are, in Debian's own services of caddy and nginx, in front of hustings.service. Only the
// domain of the Caddyfile is another one, and the certificate is the test's: neither can be had without a network.

import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readProjectFile } from '../../data/store/paths.ts'
import { BODY_BYTES_MAX } from '../../server/http/body.ts'
import { EDIT, installHustings, PATIENTLY } from './installed.ts'
import { bootMachine, MACHINE_MISSING, type Machine } from './machine.ts'

const PROGRAMS = ['caddy', 'nginx', 'curl', 'openssl']
const missing = PROGRAMS.filter(
  (name) => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin; command -v ${name}`]).status !== 0,
)
const MISSING = MACHINE_MISSING ?? (missing.length > 0 ? `${missing.join(', ')} not installed` : undefined)
if (MISSING) console.warn(`The proxies of deploy/ are not tested: ${MISSING}.`)

const WRITTEN = '/var/log /var/lib/nginx /var/lib/caddy /var/cache /run /tmp'

/** Those of the server, for a shell in the machine. */
const PROCESSES = '$(grep -v ^0 /sys/fs/cgroup/system.slice/hustings.service/cgroup.procs)'

interface Proxy {
  name: 'caddy' | 'nginx'
  site: string
  /** Two addresses of clients that no other test uses. */
  clients: readonly [string, string]
  install: string
  /** The same without the settings that keep requests out of the logs. */
  talkative: string
}

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    site: 'api.example.org',
    clients: ['127.0.0.2', '127.0.0.3'],
    install: `
      mkdir -p /etc/ssl/api.example.org && cd /etc/ssl/api.example.org
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=api.example.org -keyout privkey.pem -out fullchain.pem 2>/dev/null
      cp /opt/hustings/deploy/nginx.conf /etc/nginx/sites-enabled/hustings`,
    talkative: `sed -i '/access_log off/d; s/ emerg;/ error;/' /etc/nginx/sites-enabled/hustings`,
  },
  {
    name: 'caddy',
    // Caddy signs a certificate for this name by itself.
    site: 'api.localhost',
    clients: ['127.0.0.4', '127.0.0.5'],
    install: `
      cp /opt/hustings/deploy/Caddyfile /etc/caddy/Caddyfile
      mkdir -p /etc/systemd/system/caddy.service.d
      printf '[Service]\\nEnvironment=HUSTINGS_SITE=api.localhost\\n' > /etc/systemd/system/caddy.service.d/site.conf
      systemctl daemon-reload`,
    talkative: `sed -i '/exclude/d' /etc/caddy/Caddyfile`,
  },
]

/** What nginx.conf permits at the publishing desk: import.test.ts of the desk compares it with the largest form. */
const [, DESK_MEGABYTES] =
  /location \/desk \{\s+client_max_body_size (\d+)m;/.exec(readProjectFile('deploy', 'nginx.conf').toString()) ?? []

let machine: Machine
let key: string

beforeAll(async () => {
  if (MISSING) return
  machine = await bootMachine()
  key = await installHustings(machine)
}, 300_000)
afterAll(() => machine?.close())

describe.skipIf(MISSING).each(proxies)(
  `$name${MISSING ? ` (${MISSING})` : ''}`,
  ({ name, site, clients, install, talkative }) => {
    const curl = (words: string): string =>
      `curl --silent --insecure --resolve ${site}:443:127.0.0.1 --resolve ${site}:80:127.0.0.1 ${words}`
    const url = (path: string): string => `'https://${site}${path}'`
    const status = async (path: string, words = ''): Promise<number> =>
      Number(
        (await machine.run(curl(`--output /dev/null --max-time 20 -w '%{http_code}' ${words} ${url(path)}`))).stdout,
      )
    /** A word of the typed addresses, which no file may contain. */
    const CANARY = `Canary${name}`
    const ADDRESS = `/v1/ballot?location=12%20${CANARY}%20Street,%20Portland,%20ME`
    const LONG = `/v1/ballot?location=${CANARY.repeat(2000)}`
    /** Files and journals that contain the typed address. */
    const findCanary = async (): Promise<string> => {
      const { stdout } = await machine.run(`
      grep -rlsa ${CANARY} ${WRITTEN} || true
      journalctl --no-pager --output cat | grep -c ${CANARY} || true`)
      return stdout.trim()
    }
    /** Every way to type an address, also while the server is gone. */
    const typeAddresses = async (): Promise<void> => {
      const get = (words = ''): Promise<number> => status(ADDRESS, `-H 'Authorization: Bearer ${key}' ${words}`)
      expect([200, 404]).toContain(await get())
      await get('--http1.1')
      await get('--max-time 0.02')
      expect(await status(LONG)).toBe(414)
      await machine.run(curl(`--output /dev/null 'http://${site}${ADDRESS}'`))
      await machine.run(
        `printf 'GET ${ADDRESS} HTTP/1.1\\r\\nHost: a b\\r\\nnot a header\\r\\n\\r\\n' | timeout 5 openssl s_client -quiet -connect 127.0.0.1:443 -servername ${site}`,
      )
      // The server hangs and is killed under a request, and then it is gone.
      await machine.expect(`kill -STOP ${PROCESSES}`)
      const cut = get()
      await machine.expect('sleep 1; systemctl kill --signal=KILL hustings')
      expect(await cut).toBe(502)
      await machine.expect('systemctl stop hustings')
      expect(await get()).toBe(502)
      await machine.expect('systemctl start hustings')
      await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), PATIENTLY)
    }

    beforeAll(async () => {
      await machine.expect(`${install}\nsystemctl start ${name}`)
      await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), PATIENTLY)
    }, 300_000)
    afterAll(() => machine.run(`systemctl stop ${name}`))

    test('answers over HTTP/2 and HTTP/1.1, on connections that are kept', async () => {
      const twice = `-w '%{http_version} %{http_code} %{num_connects}\\n'`
      const headers = `-H 'Authorization: Bearer ${key}'`
      const ask = async (words: string): Promise<string> =>
        machine.expect(
          curl(
            `${twice} ${words} ${headers} --output /dev/null ${url('/v1/states')} --output /dev/null ${url('/v1/elections')}`,
          ),
        )
      expect(await ask('--http2')).toBe('2 200 1\n2 200 0\n')
      expect(await ask('--http1.1')).toBe('1.1 200 1\n1.1 200 0\n')
      const moved = curl(`--output /dev/null -w '%{http_code} %{redirect_url}' 'http://${site}/v1/states'`)
      expect(await machine.expect(moved)).toBe(`308 https://${site}/v1/states`)
    })

    test('limits each client by its own address, whatever it claims', async () => {
      const guess = (from: string, claimed: number): Promise<number> =>
        status(
          '/v1/states',
          `--interface ${from} -H 'Authorization: Bearer wrong' -H 'X-Forwarded-For: 203.0.113.${claimed}' -H 'Forwarded: for=203.0.113.${claimed}'`,
        )
      const seen: number[] = []
      // Twenty in a minute; the next minute may begin in between.
      while (seen.at(-1) !== 429 && seen.length < 60) seen.push(await guess(clients[0], seen.length))
      expect(seen.length).toBeGreaterThan(20)
      expect(seen).toEqual([...Array(seen.length - 1).fill(401), 429])
      expect(await guess(clients[1], 1)).toBe(401)
    }, 60_000)

    test('passes the frames of a stream on at once', async () => {
      await machine.expect(
        `setsid ${curl(`--no-buffer --output /run/stream -H 'Authorization: Bearer ${key}' ${url('/v1/stream')}`)} </dev/null >/dev/null 2>&1 & echo $! > /run/reader`,
      )
      const heard = async (): Promise<string> => (await machine.run('cat /run/stream')).stdout
      await expect.poll(heard, PATIENTLY).toContain('event: ready')
      await machine.expect(`systemctl start hustings-watch; sleep 5; ${EDIT}`)
      await expect.poll(heard, PATIENTLY).toContain('event: endorsement')
      // The connection is still open: nothing came because it ended.
      await machine.expect('kill -0 $(cat /run/reader)')
      await machine.expect('systemctl stop hustings-watch; kill $(cat /run/reader); rm /run/stream')
    }, 180_000)

    test('passes on the largest form of the desk, and refuses larger bodies', async () => {
      const post = async (path: string, bytes: number): Promise<number> => {
        await machine.expect(`head -c ${bytes} /dev/zero > /run/body`)
        return status(
          path,
          `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' --data-binary @/run/body`,
        )
      }
      expect(await post('/desk/import', Number(DESK_MEGABYTES) * 2 ** 20)).not.toBe(413)
      expect(await post('/v1/subscriptions', BODY_BYTES_MAX + 1)).toBe(413)
    })

    test('writes no address to any file or journal', async () => {
      await typeAddresses()
      expect(await findCanary()).toBe('0')
      await machine.expect(`${talkative}\nsystemctl restart ${name}`)
      await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), PATIENTLY)
      await typeAddresses()
      // The search finds what these settings keep out.
      expect(await findCanary()).not.toBe('0')
    }, 240_000)
  },
)
