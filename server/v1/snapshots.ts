import { z } from 'zod'
import { list } from '../../data/schema/page.ts'
import { snapshot } from '../../data/schema/snapshot.ts'
import { liveRoute } from '../route/live-route.ts'

export const snapshots = liveRoute({
  path: '/v1/snapshots',
  method: 'GET',
  id: 'listSnapshots',
  summary: 'The published bundles that this server still has, newest first, with their exported files',
  scopes: ['data:read'],
  query: z.object({}),
  params: z.object({}),
  response: list(snapshot),
  answer: async ({ snapshots }) => ({
    status: 200,
    headers: ['Cache-Control', 'no-store'],
    body: await snapshots.list(),
  }),
})
