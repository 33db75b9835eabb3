// Loaded before a server: it opens no further part while the file that HUSTINGS_TEST_GATE names is there, as from a slow disk.

import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { stat } = fs
fs.stat = async (file, options) => {
  while (String(file).endsWith('.sqlite') && existsSync(process.env.HUSTINGS_TEST_GATE ?? ''))
    await new Promise((resolve) => setTimeout(resolve, 10))
  return stat(file, options)
}
syncBuiltinESMExports()
