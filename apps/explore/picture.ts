// Turns SVG into PNG in a thread, with resvg compiled to WebAssembly: on the event loop, a picture would block every answer for 50 ms.

import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../data/schema/api-error.ts'

/** @setting Pictures of contests that may wait to be drawn, at about 50 ms each; a further request gets 429. */
const PICTURES_WAITING_MAX = 20
/** @setting Pictures of contests that are kept for the next request; each takes about 40 kB. */
const PICTURES_CACHED = 64

/** The only family that pictures can use: the machine's fonts are not read, so that a picture is the same everywhere. */
export const PICTURE_FONT = 'Source Sans 3'

/** Milliseconds after which an idle thread ends and frees its memory. */
const IDLE_MS = 60_000

// Text, because a worker starts from plain JavaScript, both in a checkout and compiled.
const WORK = `
const { readFileSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
const { initWasm, Resvg } = require(workerData.resvg)
const ready = initWasm(readFileSync(workerData.wasm))
const fontBuffers = workerData.fonts.map((file) => new Uint8Array(readFileSync(file)))
const font = { fontBuffers, defaultFontFamily: workerData.family, loadSystemFonts: false }
parentPort.on('message', async ({ id, svg }) => {
  try {
    await ready
    const drawing = new Resvg(svg, { font })
    const image = drawing.render()
    const png = image.asPng()
    image.free()
    drawing.free()
    parentPort.postMessage({ id, png })
  } catch (error) {
    parentPort.postMessage({ id, fault: String(error) })
  }
})
`
const { resolve } = createRequire(import.meta.url)
const FONTS = ['400Regular/SourceSans3_400Regular.ttf', '700Bold/SourceSans3_700Bold.ttf']

interface Drawn {
  id: number
  png?: Uint8Array
  fault?: string
}

let worker: Worker | undefined
let next = 0
let idle: NodeJS.Timeout | undefined
const waiting = new Map<number, { resolve(png: Buffer): void; reject(error: Error): void }>()
const drawn = new LRUCache<string, Promise<Buffer>>({ max: PICTURES_CACHED })

/** Throws ApiError 429 if too many pictures wait. @param svg with text in PICTURE_FONT only */
export function drawPicture(svg: string): Promise<Buffer> {
  const known = drawn.get(svg)
  if (known) return known
  if (waiting.size >= PICTURES_WAITING_MAX)
    throw new ApiError('rate_limit_exceeded', 'Too many pictures are being drawn: retry in 1 s.', { retryAfter: 1 })
  const made = draw(svg)
  drawn.set(svg, made)
  made.catch(() => drawn.delete(svg))
  return made
}

function draw(svg: string): Promise<Buffer> {
  worker ??= start()
  worker.ref()
  clearTimeout(idle)
  const id = next++
  const made = new Promise<Buffer>((resolve, reject) => waiting.set(id, { resolve, reject }))
  worker.postMessage({ id, svg })
  return made
}

function start(): Worker {
  const workerData = {
    resvg: resolve('@resvg/resvg-wasm'),
    wasm: resolve('@resvg/resvg-wasm/index_bg.wasm'),
    fonts: FONTS.map((file) => resolve(`@expo-google-fonts/source-sans-3/${file}`)),
    family: PICTURE_FONT,
  }
  const started = new Worker(WORK, { eval: true, execArgv: [], workerData })
  started.on('message', ({ id, png, fault }: Drawn) => {
    const own = waiting.get(id)
    waiting.delete(id)
    if (png) own?.resolve(Buffer.from(png))
    else own?.reject(new Error(`a picture was not drawn: ${fault}`))
    if (waiting.size > 0) return
    // An idle thread must not keep the process alive.
    started.unref()
    idle = setTimeout(() => {
      if (worker === started) worker = undefined
      void started.terminate()
    }, IDLE_MS).unref()
  })
  started.on('error', (error) => {
    if (worker === started) worker = undefined
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  })
  return started
}
