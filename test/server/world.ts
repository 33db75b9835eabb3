// A served bundle with the questions that tests of reading ask.

import { expect } from 'vitest'
import type { ZodType } from 'zod'
import { openApi, walk } from './api.ts'

/** As openApi; `read` gives the body of an answer with 200, `walk` all rows of a list, `statusOf` an answer's status. */
export async function openWorld(...options: Parameters<typeof openApi>) {
  const api = await openApi(...options)
  return {
    ...api,
    async read<Body>(path: string, schema: ZodType<Body>): Promise<Body> {
      const { status, body, text } = await api.client.get(path)
      expect(status, text).toBe(200)
      return schema.parse(body)
    },
    walk: <Row>(path: string, row: ZodType<Row>, limit?: number) => walk(api.client, row, path, limit),
    statusOf: async (path: string) => (await api.client.get(path)).status,
  }
}
