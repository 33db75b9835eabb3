// A server of a folder's files by ranges, as an object store or a plain web server gives them. It counts the bytes that it gives.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'

export interface Ranges {
  urlOf(file: string): string
  /** Bytes of bodies since the start. */
  served(): number
  close(): Promise<void>
}

/** Serves the files of this folder, each read anew for a request. */
export async function serveRanges(folder: string): Promise<Ranges> {
  let served = 0
  const server = createServer(({ method, url = '', headers }, reply) => {
    let bytes: Buffer
    try {
      bytes = readFileSync(join(folder, basename(url)))
    } catch {
      reply.writeHead(404, { 'content-length': 0 }).end()
      return
    }
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const start = Number(first ?? 0)
    if (start >= bytes.length) {
      reply.writeHead(416, { 'content-range': `bytes */${bytes.length}`, 'content-length': 0 }).end()
      return
    }
    const body = bytes.subarray(start, last ? Number(last) + 1 : bytes.length)
    reply.writeHead(first === undefined ? 200 : 206, {
      'accept-ranges': 'bytes',
      'content-length': body.length,
      ...(first !== undefined && { 'content-range': `bytes ${start}-${start + body.length - 1}/${bytes.length}` }),
    })
    if (method === 'HEAD') {
      reply.end()
      return
    }
    served += body.length
    reply.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    urlOf: (file) => `http://127.0.0.1:${address.port}/${basename(file)}`,
    served: () => served,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
