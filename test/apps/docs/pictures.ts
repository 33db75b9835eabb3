// Makes the pictures of the walk-throughs in docs/pictures/ from real runs over the sample: `npx tsx test/apps/docs/pictures.ts`, after `make setup`.
// resume.svg and state-path.svg are drawn by hand.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { projectFile } from '../../../data/store/paths.ts'
import { launch } from '../console/chromium.ts'

const COLUMNS = 96
const CHARACTER = 8.43
const LINE = 21
const LINES_MAX = 26
/** How long a frame of the animation is shown. */
const [LETTER_MS, LOOK_MS, SCROLL_MS] = [110, 1500, 90]
const TYPED = 'Sample Harbor, ME'
/** Of a frame; one more stands for a pixel that stays. */
const COLORS = 255

const GOLDEN = 'test/ingest/golden/de-candidates-2026'
const CLI = projectFile('dist', 'cli.js')
const folder = mkdtempSync(join(tmpdir(), 'hustings-pictures-'))
const environment = { ...process.env, HUSTINGS_VAR: folder, HUSTINGS_PUBLIC_EXPLORER: '1' }
const PASSWORD = 'correct horse battery staple'

draw('golden', [
  `$ jq -c '.contest[] | [.title, .votes_allowed, .ocd_id]' ${GOLDEN}/rows.json`,
  ...run('jq', '-c', '.contest[] | [.title, .votes_allowed, .ocd_id]', projectFile(GOLDEN, 'rows.json')),
])
draw('issue', [`$ jq . ${GOLDEN}/issues.json`, ...run('jq', '.', projectFile(GOLDEN, 'issues.json'))])
// `files` draws only the pictures that need no server.
if (process.argv[2] !== 'files') await drawFromDemo()
rmSync(folder, { recursive: true })

async function drawFromDemo(): Promise<void> {
  const demo = spawn(process.execPath, [CLI, 'demo', '--port', '0', '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { url, key, follow, change, editor } = z
      .object({
        ...{ url: z.string(), key: z.string(), follow: z.string(), change: z.string() },
        editor: z.object({ account: z.string(), password: z.string() }),
      })
      .parse(JSON.parse(await firstOutput(demo)))
    await drawConsole(url)
    await drawBallot(url)
    await drawPlace(url)
    await drawDesk(url, editor)
    await drawStream(url, key, follow, change)
    const { id, title } = await findContest(url, key)
    draw('explain', [
      `$ npx hustings explain contest ${id} --sample     # ${title}`,
      ...run(process.execPath, CLI, 'explain', 'contest', String(id), '--sample'),
    ])
  } finally {
    demo.kill('SIGINT')
    if (demo.exitCode === null) await once(demo, 'exit')
  }
}

async function openPage(width: number, height: number): Promise<Page> {
  const browser = await launch()
  return browser.newPage({ viewport: { width, height }, colorScheme: 'light' })
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: projectFile('docs', 'pictures', `${name}.png`) })
  await page.context().browser()?.close()
}

/** A newsroom's account signs up, is approved and makes a key, in a browser. */
async function drawConsole(url: string): Promise<void> {
  const page = await openPage(1120, 640)
  await page.goto(`${url}/console/sign-up`)
  await page.getByLabel('Account name').fill('City newsroom')
  await page.getByLabel('Contact').fill('desk@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor()
  run(process.execPath, CLI, 'accounts', 'approve', 'City newsroom', '--sample')
  await page.getByRole('link', { name: 'Look again' }).click()
  await page.getByLabel('Label').fill('on-air graphics')
  await page.getByRole('checkbox', { name: 'stream:read' }).check()
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('cell', { name: 'on-air graphics' }).waitFor()
  await shoot(page, 'console')
}

/** The whole ballot of a point, from the header to the end, before anything is opened. As PNG it would be four times as large. */
async function drawBallot(url: string): Promise<void> {
  const page = await openPage(980, 800)
  await showBallot(page, url, '44.42,-73.1')
  const devtools = await page.context().newCDPSession(page)
  const shot = { format: 'webp', quality: 80, captureBeyondViewport: true } as const
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  const { data } = await devtools.send('Page.captureScreenshot', {
    ...shot,
    clip: { x: 0, y: 0, width: 980, height, scale: 1 },
  })
  writeFileSync(projectFile('docs', 'pictures', 'ballot.webp'), Buffer.from(data, 'base64'))
  await page.context().browser()?.close()
}

async function showBallot(page: Page, url: string, place: string): Promise<void> {
  await page.goto(`${url}/explore`)
  await page.locator('#place').fill(place)
  await page.getByRole('button', { name: 'Show the ballot' }).click()
  await page.locator('.contest').first().waitFor()
}

/** Somebody types a place; its ballot opens, and moves up. */
async function drawPlace(url: string): Promise<void> {
  const page = await openPage(720, 480)
  const frames: Frame[] = []
  const take = async (ms: number) => {
    frames.push({ png: await page.screenshot({ caret: 'initial' }), ms })
  }
  await page.goto(`${url}/explore`)
  await take(LOOK_MS / 2)
  await page.locator('#place').click()
  for (const letter of TYPED) {
    await page.keyboard.type(letter)
    await take(LETTER_MS)
  }
  await take(LOOK_MS / 2)
  await page.getByRole('button', { name: 'Show the ballot' }).click()
  await page.locator('.contest').first().waitFor()
  await take(LOOK_MS)
  const top = (await page.locator('.contest').first().boundingBox())?.y ?? 0
  for (let step = 1; step <= 8; step += 1) {
    await page.evaluate(`scrollTo({ top: ${Math.round(((top - 60) * step) / 8)}, behavior: 'instant' })`)
    await take(SCROLL_MS)
  }
  await take(2 * LOOK_MS)
  writeFileSync(projectFile('docs', 'pictures', 'place.gif'), await toGif(page, frames))
  await page.context().browser()?.close()
}

/** An editor looks at the preview of an endorsement. */
async function drawDesk(url: string, { account, password }: { account: string; password: string }): Promise<void> {
  const page = await openPage(1120, 640)
  await page.goto(`${url}/desk`)
  await page.getByLabel('Account name').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Find a contest' }).first().click()
  await page.getByLabel('Title or district contains').fill('Mayor of Sample Mesa')
  await page.getByRole('button', { name: 'Search' }).click()
  await page
    .getByRole('link', { name: /^(Endorse|Correct) in/ })
    .first()
    .click()
  await page.locator('input[name="pick"]').first().check()
  await page.getByLabel('Statement in English').fill('He keeps the invented library open.')
  await page.getByLabel('Statement in Spanish').fill('Él mantiene abierta la biblioteca inventada.')
  await page.getByLabel('Source link').fill('https://example.org/sample/workers/mesa')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Publish now' }).waitFor()
  await shoot(page, 'desk')
}

/** Follows the stream with curl, and makes the change that the demo names. */
async function drawStream(url: string, key: string, follow: string, change: string): Promise<void> {
  const command = follow.replace('/v1/stream', '/v1/stream?states=NM')
  const curl = spawn('sh', ['-c', `exec ${command}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  let got = ''
  curl.stdout.setEncoding('utf8').on('data', (text: string) => {
    got += text
  })
  while (!got.includes('event: ready')) await setTimeout(50)
  execFileSync('sh', ['-c', change])
  while (!/event: endorsement\n(?:.+\n)*\n/.test(got)) await setTimeout(50)
  curl.kill()
  const shown = command.replace(key, '$HUSTINGS_KEY').replaceAll("'", '"').replace(url, 'http://127.0.0.1:8080')
  draw('stream', [
    `$ ${shown}`,
    ...got
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .flatMap(unfold),
  ])
}

interface Frame {
  png: Buffer
  /** How long it is shown. */
  ms: number
}

/** The part of gifenc that is used: it has no types. */
interface Gifenc {
  GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: Record<string, unknown>): void
    finish(): void
    bytes(): Uint8Array
  }
  quantize(rgba: Uint8Array, colors: number): number[][]
  applyPalette(rgba: Uint8Array, palette: number[][]): Uint8Array
}

/** The browser decodes the frames. A frame keeps the pixels that do not differ from the one before, so it is small. */
async function toGif(page: Page, frames: readonly Frame[]): Promise<Uint8Array> {
  const { GIFEncoder, quantize, applyPalette }: Gifenc = createRequire(import.meta.url)('gifenc')
  const gif = GIFEncoder()
  let before: Uint32Array | undefined
  await page.goto('about:blank')
  for (const { png, ms } of frames) {
    const { width, height, rgba } = await decode(page, png)
    const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height)
    const palette = quantize(rgba, COLORS)
    const index = applyPalette(rgba, palette)
    if (before) for (const [at, pixel] of pixels.entries()) if (pixel === before[at]) index[at] = palette.length
    palette.push([0, 0, 0])
    gif.writeFrame(index, width, height, {
      ...{ palette, delay: ms, dispose: 1 },
      ...(before && { transparent: true, transparentIndex: palette.length - 1 }),
    })
    before = pixels
  }
  gif.finish()
  return gif.bytes()
}

async function decode(page: Page, png: Buffer): Promise<{ width: number; height: number; rgba: Uint8Array }> {
  const { width, height, text } = z.object({ width: z.number(), height: z.number(), text: z.string() }).parse(
    await page.evaluate(`(async () => {
        const image = new Image()
        image.src = 'data:image/png;base64,${png.toString('base64')}'
        await image.decode()
        const { width, height } = image
        const context = new OffscreenCanvas(width, height).getContext('2d')
        context.drawImage(image, 0, 0)
        const { data } = context.getImageData(0, 0, width, height)
        const url = await new Promise((done) => {
          const reader = new FileReader()
          reader.onload = () => done(reader.result)
          reader.readAsDataURL(new Blob([data]))
        })
        return { width, height, text: url.slice(url.indexOf(',') + 1) }
      })()`),
  )
  // A buffer of its own: one from the common pool may begin between two pixels.
  return { width, height, rgba: Uint8Array.from(Buffer.from(text, 'base64')) }
}

/** The event's JSON, a member of the outer object on each line. */
function unfold(line: string): string[] {
  if (!line.startsWith('data: {')) return [line]
  const members = Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(line.slice('data: '.length))))
  if (members.length < 3) return [line]
  return members.map(([name, value], index) => {
    const text = `${index === 0 ? 'data: {' : '       '}"${name}":${JSON.stringify(value)}`
    return text + (index === members.length - 1 ? '}' : ',')
  })
}

async function findContest(url: string, key: string): Promise<{ id: number; title: string }> {
  const reply = await fetch(`${url}/v1/contests?elections=nm-2026-12-08-runoff`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  const { data } = z
    .object({ data: z.array(z.object({ id: z.number(), title: z.string() })) })
    .parse(await reply.json())
  const [first] = data
  if (!first) throw new Error('the sample has no runoff')
  return first
}

function run(program: string, ...words: string[]): string[] {
  return execFileSync(program, words, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trimEnd()
    .split('\n')
}

/** A terminal window as SVG: text, not pixels, in light and dark. */
function draw(name: string, lines: readonly string[]): void {
  const shown = lines
    .slice(0, LINES_MAX)
    .map((line) => (line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1)}…` : line))
  if (lines.length > LINES_MAX) shown.push('…')
  const [width, height] = [Math.ceil(COLUMNS * CHARACTER) + 32, shown.length * LINE + 52]
  const text = shown.map(
    (line, index) =>
      `<text x="16" y="${52 + index * LINE}"${line.startsWith('$') ? ' class="typed"' : ''} xml:space="preserve">${toXml(line)}</text>`,
  )
  writeFileSync(
    projectFile('docs', 'pictures', `${name}.svg`),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace" font-size="14">
<title>A terminal</title>
<style>.ground{fill:#faf8fc}.bar{fill:#2b1a40}text{fill:#1f1b26}.typed{fill:#5b2f8e;font-weight:700}@media (prefers-color-scheme:dark){.ground{fill:#131118}text{fill:#ebe7f0}.typed{fill:#c8abf3}}</style>
<rect class="ground" width="${width}" height="${height}"/><rect class="bar" width="${width}" height="24"/><circle cx="16" cy="12" r="5" fill="#f2b84b"/>
${text.join('\n')}
</svg>
`,
  )
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** The JSON that the process prints first. */
async function firstOutput({ stdout }: ChildProcess): Promise<string> {
  let got = ''
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    got += text
  })
  while (!isJson(got)) await setTimeout(200)
  return got
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
