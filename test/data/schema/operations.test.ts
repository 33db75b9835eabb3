// The table of operations names exactly the routes of /v1, and each route answers as its operation says.

import { expect, test } from 'vitest'
import { dataOperations, liveOperations } from '../../../data/schema/operations.ts'
import { liveRoutes, routes } from '../../../server/routes.ts'

const whatIs = ({ path, response }: { path: string; response: unknown }) => ({ path, response })

test('every route is the operation of its id, and every operation has a route', () => {
  const served = [...routes, ...liveRoutes]
  const operations = { ...dataOperations, ...liveOperations }
  expect(Object.fromEntries(served.map((route) => [route.id, whatIs(route)]))).toEqual(
    Object.fromEntries(Object.entries(operations).map(([id, operation]) => [id, whatIs(operation)])),
  )
  expect(routes.map(({ id }) => id).sort()).toEqual(Object.keys(dataOperations).sort())
  expect(liveRoutes.map(({ id, method }) => `${method} ${id}`).sort()).toEqual(
    Object.entries(liveOperations)
      .map(([id, { method }]) => `${method} ${id}`)
      .sort(),
  )
})
