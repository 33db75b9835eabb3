// The scripts in real shells: bash always, zsh and fish where they are installed.

import { spawnSync } from 'node:child_process'
import { Argument, Command, Option } from 'commander'
import { expect, it } from 'vitest'
import { bashScript, fishScript, listOffers, zshScript } from '../../../cli/operate/completion.ts'
import { ListOption } from '../../../cli/options.ts'

/** A program of no project: whatever it has is offered. */
function makeProgram(): Command {
  const program = new Command('kites').description('Flies kites.').version('1.0.0')
  const sky = program.command('sky').description("the sky's state: clouds; wind")
  sky
    .command('look')
    .description('look up')
    .addArgument(new Argument('<where>', 'where').choices(['north', 'south']))
  sky.command('map').argument('<file>', 'a file')
  program
    .command('fly')
    .argument('[words...]')
    .addOption(new ListOption('--colour, --colours <list>', 'colours', ['red', 'rose', 'blue']))
    .addOption(new Option('-k, --kind <word>').choices(['box', 'delta']))
    .option('--line <file>', 'a file')
    .option('--name <text>', 'any name')
    .option('--high')
  return program
}

const offers = listOffers(makeProgram())
const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

function run(shell: string, script: string): string[] {
  const { stdout, stderr, status } = spawnSync(shell, ['-c', script], { encoding: 'utf8', cwd: '/' })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\n').filter(Boolean)
}

/** What bash offers for the last word. */
function inBash(...words: string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  return run(
    'bash',
    `${bashScript('kites', offers)}
compopt() { :; }
COMP_WORDS=(kites ${quoted}); COMP_CWORD=${words.length}
_kites
[ \${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`,
  )
}

/** What fish offers, without descriptions. */
function inFish(line: string): string[] {
  return run('fish', `${fishScript('kites', offers)}\ncomplete -C '${line}'`).map(
    (offered) => offered.split('\t')[0] ?? '',
  )
}

/** What zsh offers: its own functions are replaced by ones that print. */
function inZsh(...words: string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  return run(
    'zsh',
    `compdef() { :; }
_describe() { print -l -- "\${(@P)2}"; }
_files() { print FILES; }
compset() { print "LIST"; }
compadd() { print -l -- "\${@[\${@[(i)--]}+1,-1]}"; }
${zshScript('kites', offers)}
words=(kites ${quoted}); CURRENT=$(( \${#words} ))
_kites`,
  )
}

// biome-ignore format: what is typed, and what each shell offers for its last word
const IN_BASH: [string, string[]][] = [
  ['', ['sky', 'fly', 'help']],
  ['s', ['sky']],
  ['sky ', ['look', 'map', 'help']],
  // The options of that command alone.
  ['fly --', ['--colour', '--colours', '--kind', '--line', '--name', '--high', '--help']],
  ['sky look -', ['-h', '--help']],
  ['--v', ['--version']],
  // The values of options and arguments, in a list after each comma.
  ['fly -k ', ['box', 'delta']],
  ['fly --kind d', ['delta']],
  ['fly --colours r', ['red', 'rose']],
  ['fly --colour blue,r', ['blue,red', 'blue,rose']],
  ['sky look ', ['north', 'south']],
  // Files only where one is expected, and nothing for free text.
  ['sky map et', ['etc']],
  ['fly --line et', ['etc']],
  ['fly --name et', []],
  ['fly et', []],
]
// biome-ignore format: as above
const IN_FISH: [string, string[]][] = [
  ['s', ['sky']],
  ['sky ', ['help', 'look', 'map']],
  ['sky look ', ['north', 'south']],
  ['fly --kin', ['--kind']],
  ['fly --kind d', ['delta']],
  ['fly --colour blue,re', ['blue,red']],
  ['sky map /et', ['/etc/']],
]
// biome-ignore format: as above
const IN_ZSH: [string, string[]][] = [
  ['', ["sky:the sky's state", 'fly:', 'help:display help for command']],
  ['sky ', ['look:look up', 'map:', 'help:display help for command']],
  ['sky look ', ['north', 'south']],
  ['fly --high -', expect.arrayContaining(['--line:a file'])],
  ['fly --kind ', ['box', 'delta']],
  ['fly --colour ', ['LIST', 'red', 'rose', 'blue']],
  ['sky map ', ['FILES']],
]

it.each(IN_BASH)('bash: %j', (line, offered) => expect(inBash(...line.split(' '))).toEqual(offered))
it.skipIf(!hasShell('fish')).each(IN_FISH)('fish: %j', (line, offered) =>
  expect(inFish(`kites ${line}`)).toEqual(offered),
)
it.skipIf(!hasShell('zsh')).each(IN_ZSH)('zsh: %j', (line, offered) =>
  expect(inZsh(...line.split(' '))).toEqual(offered),
)
