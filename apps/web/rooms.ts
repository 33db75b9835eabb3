// The rooms of pages for people. To open one, add a line here: the compiler then asks for its answer in server/rooms.ts.

import type { Exchange, Reply } from '../../server/http/exchange.ts'

/** In the order of the header's links. A room answers its path and every path below it. */
export const ROOMS = {
  explore: { path: '/explore', name: { en: 'Explore', es: 'Explorar' } },
  docs: { path: '/docs', name: { en: 'Docs', es: 'Documentos' } },
  desk: { path: '/desk', name: { en: 'Publishing desk', es: 'Mesa editorial' } },
  console: { path: '/console', name: { en: 'Console', es: 'Consola' } },
  corrections: { path: '/corrections', name: { en: 'Corrections', es: 'Correcciones' } },
} as const

export type RoomName = keyof typeof ROOMS

/** `search`: the query with its question mark; empty without one. */
export interface RoomRequest {
  path: string
  search: string
}

/** Counts the request and answers it. An ApiError that it throws is sent as JSON: a room for people shows a page instead. */
export type AnswerRoom = (exchange: Exchange, request: RoomRequest) => Promise<Reply>

/** The room that answers a path, if one does. */
export function findRoom(path: string): RoomName | undefined {
  return roomNames.find((name) => path === ROOMS[name].path || path.startsWith(`${ROOMS[name].path}/`))
}

export const roomNames = Object.keys(ROOMS).filter((name): name is RoomName => Object.hasOwn(ROOMS, name))
