// A walk over an app's pages in Spanish: each is in Spanish, its links keep the language, and no route is left out.

import { expect } from 'vitest'
import { toPattern } from '../../../server/http/server.ts'
import { createSpanishCheck } from '../../server/spanish.ts'
import { type Fields, type Seen, tokenIn, type Visitor } from '../console/visitor.ts'

type Words = Parameters<typeof createSpanishCheck>[0]

export const inSpanish = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lang=es`

/** @param linksIn the addresses on a page that must keep the language */
export function createSpanishWalk(en: Words, es: Words, linksIn: (page: string) => readonly string[]) {
  const refuseEnglish = createSpanishCheck(en, es)
  const visited: string[] = []
  const note = (method: string, path: string): void => {
    visited.push(`${method} ${path.replace(/\?.*/, '')}`)
  }
  const expectSpanish = ({ text }: Seen, where: string): void => {
    refuseEnglish(text, where)
    for (const path of linksIn(text)) expect(path, where).toMatch(/[?&;]lang=es/)
  }
  return {
    note,
    expectSpanish,
    async look(visitor: Visitor, path: string, status = 200): Promise<Seen> {
      note('GET', path)
      const seen = await visitor.get(inSpanish(path))
      expect([path, seen.status]).toEqual([path, status])
      expectSpanish(seen, path)
      return seen
    },
    /** Sends a form of a page with its hidden numbers. A redirect keeps the language; a page is in Spanish. */
    async send(visitor: Visitor, page: string, action: string, fields: Fields): Promise<Seen> {
      note('POST', action)
      const { text } = await visitor.get(inSpanish(page))
      const hidden = [...text.matchAll(/name="(base|draft|version)" value="(\d+)"/g)].map(([, name, value]) => [
        name,
        value,
      ])
      const seen = await visitor.post(inSpanish(action), {
        ...Object.fromEntries(hidden),
        ...{ token: tokenIn(text), ...fields },
      })
      if (seen.location === null) expectSpanish(seen, `${action} ${JSON.stringify(fields)}`)
      else expect(seen.location, action).toMatch(/[?&]lang=es$/)
      return seen
    },
    unvisited: (routes: readonly { method: string; path: string }[]): string[] =>
      routes
        .filter(({ method, path }) => {
          const seen = visited.filter((one) => one.startsWith(`${method} `)).map((one) => one.slice(method.length + 1))
          return !seen.some((one) => toPattern(path).test(one))
        })
        .map(({ method, path }) => `${method} ${path}`),
  }
}
