// deploy/Containerfile, built by Debian's buildah over a Debian base that mmdebstrap makes, with this machine's Node.js. The image then runs
// as its own user on a read-only root: only the volume and /tmp can be written. Minutes long, so only `make proof` runs it.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PROJECT_ROOT, projectFile } from '../../data/store/paths.ts'
import { SQLITE_PACKAGE } from '../../data/store/sqlite.ts'
import { copySample } from '../cli/sample.ts'
import { findFreePort } from '../server/free-port.ts'
import { shareFolder } from '../temporary.ts'

const PROGRAMS = ['buildah', 'mmdebstrap', 'unshare', 'git']
const missing = PROGRAMS.filter((name) => spawnSync(name, ['--version']).status !== 0)
const reason =
  process.env.PROOF !== '1'
    ? 'only with PROOF=1'
    : missing.length > 0
      ? `not installed: ${missing.join(', ')}`
      : process.getuid?.() !== 0
        ? 'it needs root'
        : undefined

/** Node of the image's user. */
const USER = 1000
const inspected = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      Volumes: z.record(z.string(), z.unknown()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
})

const folder = shareFolder()
let image: string
let config: z.infer<typeof inspected>['Docker']['config']

const store = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
const text = { encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 } as const
const buildah = (...words: string[]): string => execFileSync('buildah', [...store, ...words], text).trim()

/** npm's settings of this machine, where the build finds them too: a registry and its certificates. */
function npmVolumes(): string[] {
  const files = ['globalconfig', 'cafile'].map((name) =>
    execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim(),
  )
  const own = join(homedir(), '.npmrc')
  return [...new Set([...files, own])]
    .filter((file) => file.startsWith('/') && existsSync(file))
    .flatMap((file) => ['--volume', `${file}:${file === own ? '/root/.npmrc' : file}:ro`])
}

/** Debian with this machine's Node.js; the second image has npm and a compiled better-sqlite3 12 as well. */
function makeBases(): void {
  const archive = join(folder, 'base.tar')
  const [, code = 'bookworm'] = /VERSION_CODENAME=(\w+)/.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates,libstdc++6', code, archive], {
    stdio: 'ignore',
  })
  const container = buildah('from', 'scratch')
  const root = buildah('mount', container)
  execFileSync('tar', ['-x', '-C', root, '-f', archive])
  cpSync(realpathSync(process.execPath), join(root, 'usr', 'bin', 'node'))
  buildah('commit', '--quiet', container, 'base')
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))
  cpSync(npm, join(root, 'usr', 'lib', 'node_modules', 'npm'), { recursive: true })
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr', 'bin', 'npm')])
  // The binary of version 12 for this very Node.js is here: prebuild-install takes it as it takes a published one.
  const own = projectFile('node_modules', 'better-sqlite3-12')
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')))
  mkdirSync(join(folder, 'prebuilds'))
  const name = `better-sqlite3-v${version}-node-v${process.versions.modules}-${process.platform}-${process.arch}.tar.gz`
  const binary = join('build', 'Release', 'better_sqlite3.node')
  execFileSync('tar', ['-czf', join(folder, 'prebuilds', name), '-C', own, binary])
  buildah('config', '--env', 'npm_config_better_sqlite3_local_prebuilds=/prebuilds', container)
  buildah('umount', container)
  buildah('commit', '--quiet', '--rm', container, 'build-base')
}

/** Every file of the image: its path, size and time. */
function listImage(): string {
  return execFileSync('find', [image, '-xdev', '-not', '-type', 'd', '-printf', '%P %s %T@ %m\n'], text)
}

/** Starts a program of the image as `podman run --read-only --tmpfs /tmp -v VOLUME` does: in a mount namespace of its own. */
function runImage(volume: string, command: readonly string[], more: readonly string[] = []): ChildProcess {
  const script = `set -e
    mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"
    mount --bind "$2" "$1/var/lib/hustings"; mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
    mount --bind /dev "$1/dev"; mount -t proc proc "$1/proc"
    root=$1; shift 2
    exec chroot --userspec=${USER}:${USER} "$root" /usr/bin/env -i "$@"`
  const environment = [...config.Env, ...more]
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', image, volume, ...environment, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, text }
}

describe.skipIf(reason !== undefined)(
  `the image of deploy/Containerfile${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    beforeAll(() => {
      makeBases()
      // The files of the repository alone, as a fresh clone has them.
      const context = join(folder, 'context')
      mkdirSync(context)
      const names = execFileSync('git', ['-C', PROJECT_ROOT, 'ls-files', '-z'], { encoding: 'utf8' })
      const files = execFileSync('tar', ['-c', '-C', PROJECT_ROOT, '--null', '-T', '-'], {
        input: names,
        maxBuffer: 2 ** 30,
      })
      execFileSync('tar', ['-x', '-C', context], { input: files })
      const bases = ['--build-arg', 'BASE=localhost/base', '--build-arg', 'BUILD_BASE=localhost/build-base']
      const volumes = [...npmVolumes(), '--volume', `${join(folder, 'prebuilds')}:/prebuilds:ro`]
      const file = join(context, 'deploy', 'Containerfile')
      const options = '--isolation chroot --format docker --layers=false'.split(' ')
      buildah('bud', ...options, ...volumes, ...bases, '-t', 'hustings', '-f', file, context)
      config = inspected.parse(JSON.parse(buildah('inspect', '--type', 'image', 'localhost/hustings'))).Docker.config
      image = buildah('mount', buildah('from', '--pull-never', 'localhost/hustings'))
    })
    afterAll(() => {
      spawnSync('buildah', [...store, 'umount', '--all'])
    })

    it('has what the program needs and nothing of the build', () => {
      const has = (path: string) => existsSync(join(image, path))
      expect(
        ['hustings/dist/cli.js', `hustings/node_modules/${SQLITE_PACKAGE}`, 'hustings/docs/operator.md'].filter(has),
      ).toHaveLength(3)
      const packages = ['vitest', 'typescript', '@biomejs/biome'].map((name) => `node_modules/${name}`)
      const unwanted = ['test', '.git', '.ci', 'data/var', ...packages].map((path) => `hustings/${path}`)
      expect([...unwanted, 'root/.npm', 'usr/lib/node_modules'].filter(has)).toEqual([])
      // buildah leaves the places of the build's own volumes, empty.
      for (const place of ['root/.npmrc', 'prebuilds'])
        if (has(place))
          expect(execFileSync('du', ['-sb', '--apparent-size', join(image, place)], { encoding: 'utf8' })).toMatch(
            /^(0|4096)\t/,
          )
      const kilobytes = Number(
        execFileSync('du', ['-sk', join(image, 'hustings')], { encoding: 'utf8' }).split('\t')[0],
      )
      console.info(`/hustings in the image: ${Math.round(kilobytes / 1000)} MB`)
      expect(kilobytes).toBeLessThan(300_000)
    })

    it('serves on a read-only root as its own user, is healthy, and writes to the volume alone', async () => {
      expect(config.User).toBe(`${USER}:${USER}`)
      expect(Object.keys(config.Volumes)).toEqual(['/var/lib/hustings'])
      const volume = join(folder, 'volume')
      mkdirSync(volume)
      await copySample(volume)
      for (const name of ['.', ...readdirSync(volume, { recursive: true, encoding: 'utf8' })])
        chownSync(join(volume, name), USER, USER)
      const before = listImage()
      const port = await findFreePort()
      const settings = [`HUSTINGS_PORT=${port}`, 'HUSTINGS_HOST=127.0.0.1']
      const [kind, ...health] = config.Healthcheck.Test
      expect(kind).toBe('CMD')
      const healthy = async () => (await ended(runImage(volume, health, settings))).code
      expect(await healthy()).toBe(1)

      const server = runImage(volume, [...config.Entrypoint, ...config.Cmd, '--sample'], settings)
      const end = ended(server)
      try {
        await expect
          .poll(() =>
            fetch(`http://127.0.0.1:${port}/readyz`).then(
              ({ status }) => status,
              () => 0,
            ),
          )
          .toBe(200)
        expect(await healthy()).toBe(0)
        expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200)
        const asked = [...config.Entrypoint, 'accounts', 'create', 'ada', '--sample']
        expect(await ended(runImage(volume, asked, settings))).toMatchObject({ code: 0 })
        const touched = await ended(runImage(volume, ['touch', '/hustings/x', '/etc/x', '/var/x'], settings))
        expect([touched.code, touched.text.match(/Read-only file system/g)?.length]).toEqual([1, 3])
      } finally {
        server.kill('SIGTERM')
      }
      expect((await end).code).toBe(0)
      expect(await healthy()).toBe(1)
      expect(listImage()).toBe(before)
      expect(statSync(join(volume, 'sample', 'usage.sqlite')).uid).toBe(USER)
    })

    it('runs a nightly on an empty volume', async () => {
      const volume = join(folder, 'empty')
      mkdirSync(volume)
      chownSync(volume, USER, USER)
      const before = listImage()
      expect(await ended(runImage(volume, [...config.Entrypoint, 'nightly', '--sample']))).toMatchObject({ code: 0 })
      expect(listImage()).toBe(before)
    })
  },
)
