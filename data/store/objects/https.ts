// Objects behind plain HTTPS: a web server or a public bucket. They can only be read.

import { type Answer, request } from './request.ts'
import { type ObjectReader, StoreFault } from './store.ts'

/** @param stop ends every request and stream */
export function openHttps(url: string, stop?: AbortSignal): ObjectReader {
  const ask = async (method: 'GET' | 'HEAD', key: string): Promise<Answer | undefined> => {
    const send = (signal: AbortSignal) => fetch(`${url}/${key}`, { method, signal })
    const answer = await request({ send, store: url, what: key, stop })
    if (answer.status === 200) return answer
    await answer.drop()
    if (answer.status === 404 || answer.status === 410) return undefined
    throw new StoreFault(url, key, `got the status ${answer.status}, expected 200 or 404`)
  }
  return {
    name: url,
    get: async (key) => (await ask('GET', key))?.body(),
    async size(key) {
      const answer = await ask('HEAD', key)
      const bytes = answer?.headers.get('content-length')
      await answer?.drop()
      return bytes == null ? undefined : Number(bytes)
    },
    list: async () => undefined,
  }
}
