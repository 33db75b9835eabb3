// The types of the client: the compiler checks this file, and refuses the lines that must not compile.

import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import { type Client, createClient } from '../../client/client.ts'
import type { Body, OperationId } from '../../client/types.ts'
import type { ballot } from '../../data/schema/ballot.ts'
import type { event } from '../../data/schema/event.ts'
import type { stateCode } from '../../data/schema/scalar.ts'

const client = createClient({ url: 'http://127.0.0.1:1' })

test('there is a method for each operation, and no other', () => {
  expectTypeOf<keyof Client>().toEqualTypeOf<OperationId>()
})

test('an answer has the type of its schema', () => {
  expectTypeOf(client.getBallot).returns.resolves.toEqualTypeOf<z.output<typeof ballot>>()
  expectTypeOf<ReturnType<Client['openStream']> extends AsyncIterable<infer One> ? One : never>().toEqualTypeOf<
    z.output<typeof event>
  >()
  expectTypeOf<Body<'listStates'>['data'][number]['code']>().toEqualTypeOf<z.output<typeof stateCode>>()
})

test('parameters have the types of theirs', () => {
  type First<Method extends (...words: never[]) => unknown> = Exclude<Parameters<Method>[0], undefined>
  expectTypeOf<{ snapshot: '2024-11-05' }>().toExtend<First<Client['listStates']>>()
  expectTypeOf<{ states: ['NC']; types: ['general']; limit: 5 }>().toExtend<First<Client['listElections']>>()
  expectTypeOf<{ states: ['XX'] }>().not.toExtend<First<Client['listElections']>>()
  expectTypeOf<{ limit: '5' }>().not.toExtend<First<Client['listElections']>>()
  expectTypeOf<{ snapshot: '2024-11-05' }>().not.toExtend<First<Client['openStream']>>()
  expectTypeOf<{ location: 'Raleigh, NC' }>().toExtend<First<Client['getBallot']>>()
  expectTypeOf<{ lat: 35.5; lng: -78.5; lang: 'es' }>().toExtend<First<Client['getBallot']>>()
  expectTypeOf<{ lat: 35.5 }>().not.toExtend<First<Client['getBallot']>>()
  expectTypeOf<{ location: 'Raleigh, NC'; lat: 35.5; lng: -78.5 }>().not.toExtend<First<Client['getBallot']>>()
  // @ts-expect-error: there is no such parameter
  const refused = (): unknown => client.listElections({ state: ['NC'] })
  expectTypeOf(refused).toBeFunction()
})
