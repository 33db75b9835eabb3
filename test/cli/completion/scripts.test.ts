// The scripts in real shells: bash always, zsh and fish where they are installed.

import { spawnSync } from 'node:child_process'
import { Argument, Command, Option } from 'commander'
import { describe, expect, it } from 'vitest'
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

describe('bash', () => {
  it('offers commands, then their subcommands', () => {
    expect(inBash('')).toEqual(['sky', 'fly', 'help'])
    expect(inBash('s')).toEqual(['sky'])
    expect(inBash('sky', '')).toEqual(['look', 'map', 'help'])
  })

  it('offers the options of that command alone', () => {
    expect(inBash('fly', '--')).toEqual(['--colour', '--colours', '--kind', '--line', '--name', '--high', '--help'])
    expect(inBash('sky', 'look', '-')).toEqual(['-h', '--help'])
    expect(inBash('--v')).toEqual(['--version'])
  })

  it('offers the values of options and arguments, in a list after each comma', () => {
    expect(inBash('fly', '-k', '')).toEqual(['box', 'delta'])
    expect(inBash('fly', '--kind', 'd')).toEqual(['delta'])
    expect(inBash('fly', '--colours', 'r')).toEqual(['red', 'rose'])
    expect(inBash('fly', '--colour', 'blue,r')).toEqual(['blue,red', 'blue,rose'])
    expect(inBash('sky', 'look', '')).toEqual(['north', 'south'])
  })

  it('offers files only where one is expected, and nothing for free text', () => {
    expect(inBash('sky', 'map', 'et')).toEqual(['etc'])
    expect(inBash('fly', '--line', 'et')).toEqual(['etc'])
    expect(inBash('fly', '--name', 'et')).toEqual([])
    expect(inBash('fly', 'et')).toEqual([])
  })
})

describe.skipIf(!hasShell('fish'))('fish', () => {
  it('offers the same', () => {
    expect(inFish('kites s')).toEqual(['sky'])
    expect(inFish('kites sky ')).toEqual(['help', 'look', 'map'])
    expect(inFish('kites sky look ')).toEqual(['north', 'south'])
    expect(inFish('kites fly --kin')).toEqual(['--kind'])
    expect(inFish('kites fly --kind d')).toEqual(['delta'])
    expect(inFish('kites fly --colour blue,re')).toEqual(['blue,red'])
    expect(inFish('kites sky map /et')).toEqual(['/etc/'])
  })
})

describe.skipIf(!hasShell('zsh'))('zsh', () => {
  it('offers the same', () => {
    expect(inZsh('')).toEqual(["sky:the sky's state", 'fly:', 'help:display help for command'])
    expect(inZsh('sky', '')).toEqual(['look:look up', 'map:', 'help:display help for command'])
    expect(inZsh('sky', 'look', '')).toEqual(['north', 'south'])
    expect(inZsh('fly', '--high', '-')).toContain('--line:a file')
    expect(inZsh('fly', '--kind', '')).toEqual(['box', 'delta'])
    expect(inZsh('fly', '--colour', '')).toEqual(['LIST', 'red', 'rose', 'blue'])
    expect(inZsh('sky', 'map', '')).toEqual(['FILES'])
  })
})
