import { Argument, type Command } from 'commander'
import { bashScript } from './completion/bash.ts'
import { fishScript } from './completion/fish.ts'
import { listOffers } from './completion/offers.ts'
import { zshScript } from './completion/zsh.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const
type Shell = keyof typeof SCRIPTS

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script with which a shell completes commands, options and values')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
bash:  hustings completion bash > ~/.local/share/bash-completion/completions/hustings
zsh:   hustings completion zsh > "\${fpath[1]}/_hustings"
fish:  hustings completion fish > ~/.config/fish/completions/hustings.fish

The shell must find a command called hustings. In a clone, bash and fish take: alias hustings='npx hustings'. In zsh, run: npm link.
Make the script again after each upgrade.`,
    )
    .action((shell: Shell) => {
      process.stdout.write(SCRIPTS[shell](program.name(), listOffers(program)))
    })
}
