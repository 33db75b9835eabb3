// Where the browser of the tests is.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's; .ci/run installs it. */
export const EXECUTABLE = '/usr/bin/chromium'
export const CHROMIUM_MISSING = existsSync(EXECUTABLE) ? null : `SKIPPED, for there is no ${EXECUTABLE}`

/** @param args further options of the command line */
export function launch(...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', ...args] })
}
