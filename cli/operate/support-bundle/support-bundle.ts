import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { pack } from 'tar-stream'
import { CommandError } from '../../exit.ts'
import { requireNewFile } from '../../new-file.ts'
import { type CommonOptions, pathsOf, quote, sampleFlag, withCommonOptions } from '../../options.ts'
import { formatNumberOf, logToStderr, printJson, printLine } from '../../output.ts'
import { loadRegistry } from '../../publish/choose-sources.ts'
import { collectEntries, type Entry } from './contents.ts'

interface SupportOptions extends CommonOptions {
  log?: string
}

export function addSupportBundle(program: Command): void {
  withCommonOptions(
    program
      .command('support-bundle')
      .description('write one file for a person who helps: versions, findings, sizes and log lines, without secrets'),
  )
    .argument('[file]', 'the file to write (default: hustings-support-DAY.tar.gz, in the current folder)')
    .option('--log <file>', "the server's log (default: the file of HUSTINGS_LOG_FILE, or the journal)")
    .addHelpText(
      'after',
      `
It has no key, account, address, e-mail or secret, and of sources.yaml only hosts of feeds that are not private. Look through it before
you send it: tar -xzOf FILE | less`,
    )
    .action(async (text: string | undefined, options: SupportOptions) => {
      const name = text ?? `hustings-support-${new Date().toISOString().slice(0, 10)}.tar.gz`
      const command = `hustings support-bundle${sampleFlag(options)}`
      const file = requireNewFile(name, command, `${command} OTHER_FILE`)
      const entries = await collectEntries({
        ...{ paths: pathsOf(options), flag: sampleFlag(options), loadRegistry: () => loadRegistry(options) },
        log: options.log,
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.path === undefined || error.path !== options.log) throw error
        throw new CommandError(`The log ${error.path} cannot be read: ${error.message}.`, `ls -l ${quote(error.path)}`)
      })
      const bytes = gzipSync(await toTar(entries))
      writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 })
      if (options.json) printJson({ file, bytes: bytes.length, entries: entries.map((entry) => entry.name) })
      else {
        printLine(`${file}: ${formatNumberOf(entries.length, 'file')}, ${formatNumberOf(bytes.length, 'byte')}`)
        logToStderr(`Look through it before you send it: tar -xzOf ${quote(file)} | less`)
      }
    })
}

async function toTar(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, text } of entries) archive.entry({ name, mode: 0o600 }, text)
  archive.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of archive) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}
