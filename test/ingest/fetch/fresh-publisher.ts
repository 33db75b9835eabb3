// A publisher and an empty folder for each test of a file.

import { afterEach, beforeEach } from 'vitest'
import { openFolder } from '../../temporary.ts'
import { openPublisher, type PublisherOptions, type TestPublisher } from './publisher.ts'

export let folder: string
export let publisher: TestPublisher

export function freshPublisher(options?: PublisherOptions): void {
  beforeEach(async () => {
    folder = openFolder()
    publisher = await openPublisher(options)
  })
  afterEach(() => publisher.close())
}
