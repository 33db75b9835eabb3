// Processes that write until they are killed.

import { type ChildProcess, spawn } from 'node:child_process'
import { compiled } from '../../compiled.ts'

/** @param script a file of this folder */
export function startScript(script: string, ...words: string[]): ChildProcess {
  return spawn(process.execPath, [compiled('test', 'data', 'store', script), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Kills the writer with SIGKILL once it has printed this many lines. Returns all its complete lines. */
export function killAfter(writer: ChildProcess, count: number): Promise<string[]> {
  let text = ''
  return new Promise((resolve, reject) => {
    writer.stdout?.on('data', (chunk) => {
      text += chunk
      if (text.split('\n').length > count) writer.kill('SIGKILL')
    })
    writer.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(text.split('\n').slice(0, -1))
      else reject(new Error(`the writer ended by itself with code ${code}`))
    })
  })
}
