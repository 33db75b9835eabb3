// A fixture that the tests of a file share, or that each test has for itself.

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Fixture, openFixture } from './fixture.ts'

export let fixture: Fixture

const open = async (): Promise<void> => {
  fixture = await openFixture()
}

/** For the tests of a file or of a suite. */
export function shareFixture(): void {
  beforeAll(open)
  afterAll(() => fixture.close())
}

export function freshFixture(): void {
  beforeEach(open)
  afterEach(() => fixture.close())
}
