import { expect, it } from 'vitest'
import { StateMoved, StateUnwritable } from '../../../data/store/state/state.ts'
import { toApiError } from '../../../server/http/errors.ts'

it('a change that the state refuses is no server error: retry later', () => {
  const moved = new StateMoved('the file was moved to PostgreSQL db/hustings: set HUSTINGS_STATE', undefined)
  for (const [fault, why] of [
    [moved, "The server's state is being moved to another database."],
    [new StateUnwritable('state.sqlite', 'full'), "The server's disk accepts no writes at the moment."],
  ] as const) {
    const error = toApiError(fault)
    expect(error).toMatchObject({ status: 503, code: 'internal_error' })
    expect(error.message).toContain(why)
    expect(error.message).not.toContain('PostgreSQL')
  }
})
