// Operators' commands about the publishing desk: who may speak for whom, and invitations.

import { randomBytes } from 'node:crypto'
import { type Command, Option } from 'commander'
import { INVITATION_BYTES, INVITATION_DAYS, makeInvitation, plainInvitation } from '../../data/access/invitation.ts'
import { hashKey } from '../../data/access/key.ts'
import { type DeskEndorser, type DeskPosition, deskEndorser } from '../../data/desk/position.ts'
import { ENDORSER_CATEGORIES } from '../../data/reference/endorser-categories.ts'
import { DAY } from '../../data/schema/scalar.ts'
import { openBundle, partsOf } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { loadPepper } from '../../data/store/pepper.ts'
import { findServedEndorser, loadServedPositions } from '../../data/store/served-endorser.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { changeNow, loadAccount, withState } from '../data-folder.ts'
import { CommandError, EXIT, orRefuse, quote } from '../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, toSentence, withCommonOptions } from '../options.ts'
import { formatNumberOf, logToStderr, printJson, printLine, printTable } from '../output.ts'

type Declared = { name?: string; category?: string; state?: string; description?: string; website?: string }

/** @param accounts the parent command */
export function addDesk(accounts: Command): void {
  addEndorser(accounts)
  addCloseDesk(accounts)
  addInvite(accounts)
  withCommonOptions(
    accounts.command('desks').description('list the endorsers of the publishing desk and their editors'),
  ).action(async (options: CommonOptions) => {
    const desks = await withState(options, (state) => state.desks())
    if (options.json) printJson(desks)
    else
      printTable({
        columns: ['endorser', 'name', 'version', 'closed', 'editors'],
        rows: desks.map(({ endorser, version, closed_at, editors }) => [
          endorser.slug,
          endorser.name,
          version,
          closed_at ?? '',
          editors.join(', '),
        ]),
      })
  })
}

function addEndorser(accounts: Command): void {
  withCommonOptions(
    accounts.command('endorser').description('allow an account to record the endorsements of an endorser at the desk'),
  )
    .argument('<name>', 'the account')
    .argument('<slug>', 'the endorser, such as sierra-club')
    .option('--off', 'withdraw this permission; what is published stays')
    .option('--name <text>', 'name of an endorser that the data does not have yet')
    .addOption(new Option('--category <slug>', 'its category').choices(ENDORSER_CATEGORIES.map(({ slug }) => slug)))
    .option('--state <code>', 'its home: a postal code, or national')
    .option('--description <text>', 'one sentence about it')
    .option('--website <url>', 'its http or https page')
    .addHelpText(
      'after',
      `
The first permission opens the endorser's desk with everything that the service shows of it now. From then on the desk decides: feeds that
cover the endorser are read, but not shown. With --off, the account may no longer edit; the desk still decides.

To let feeds decide again: hustings accounts close-desk SLUG. A permission opens a closed desk again, with what the service shows then.`,
    )
    .action(async (name: string, slug: string, options: CommonOptions & Declared & { off?: true }) => {
      await withState(options, async (state) => {
        await loadAccount(state, name, options)
        if (!options.off) await openDesk(state, slug, options)
        const answer = await state.setEditor(name, slug, !options.off, changeNow())
        print([orRefuse(answer, `hustings accounts desks${sampleFlag(options)}`)], options)
      })
    })
}

function addCloseDesk(accounts: Command): void {
  withCommonOptions(
    accounts
      .command('close-desk')
      .description('end the authority of the desk of an endorser, so that feeds decide again; nothing is lost'),
  )
    .argument('<slug>', 'the endorser, such as sierra-club')
    .addHelpText(
      'after',
      `
With the next publication (within seconds if watch runs), the service shows what feeds say of the endorser; without a feed, its
endorsements end. Readers of the feed of changes are told. Scheduled changes are canceled. Positions, drafts and history are
kept; the editors can read positions and history, and download their file. hustings accounts endorser ACCOUNT SLUG opens the desk again,
with what the service shows then.`,
    )
    .action(async (slug: string, options: CommonOptions) => {
      const desk = await withState(options, async (state) =>
        orRefuse(await state.closeDesk(slug, changeNow()), `hustings accounts desks${sampleFlag(options)}`),
      )
      if (options.json) printJson(desk)
      else printLine(`The desk of ${slug} is closed. Feeds decide again with the next publication.`)
    })
}

/** Opens the desk of an endorser, also a closed one, or changes what is declared of it. */
async function openDesk(state: ServiceStore, slug: string, options: CommonOptions & Declared): Promise<void> {
  const desk = await state.findDesk(slug)
  const open = desk?.closed_at === null
  const served = open ? undefined : await loadServed(state, slug, options)
  const known = desk?.endorser ?? served?.endorser
  const { name, category, state: home, description, website } = options
  const declared = {
    ...(known ?? { slug }),
    ...(name !== undefined && { name }),
    ...(category !== undefined && { category }),
    ...(home !== undefined && { state: home }),
    ...(description !== undefined && { description }),
    ...(website !== undefined && { website_url: website }),
  }
  const parsed = deskEndorser.safeParse(declared)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const what = known
      ? toSentence(`${issue?.path.join('.')}: ${issue?.message}`)
      : `The data has no endorser "${slug}": give its name, category and state.`
    throw new CommandError(
      what,
      `hustings accounts endorser ACCOUNT ${slug} --name "Sample Workers" --category labor --state ME${sampleFlag(options)}`,
      EXIT.usage,
    )
  }
  await state.openDesk(parsed.data, served?.positions ?? [], changeNow())
  if (!open)
    logToStderr(
      `The desk of ${slug} is open, with ${formatNumberOf(served?.positions.length ?? 0, 'position')} that the service shows now.`,
    )
}

async function loadServed(
  state: ServiceStore,
  slug: string,
  options: CommonOptions,
): Promise<{ endorser: DeskEndorser | undefined; positions: DeskPosition[] } | undefined> {
  const head = await state.head()
  if (!head) return undefined
  const paths = pathsOf(options)
  const bundle = openBundle(paths, loadManifest(paths, head.bundle))
  try {
    return { endorser: findServedEndorser(bundle, slug), positions: loadServedPositions(bundle, slug) }
  } finally {
    for (const part of partsOf(bundle)) part.close()
  }
}

function addInvite(accounts: Command): void {
  withCommonOptions(
    accounts
      .command('invite')
      .description('make a code with which the owner of an account sets a new password; the old one stops working'),
  )
    .argument('<name>')
    .addHelpText(
      'after',
      `
The code works once, for ${INVITATION_DAYS} days, at /console/invitation. Sessions end, and the second factor is removed: use it too for an
editor who has lost the password or the phone.`,
    )
    .action(async (name: string, options: CommonOptions) => {
      const { account, code, expires_at } = await withState(options, async (state) => {
        const code = makeInvitation(randomBytes(INVITATION_BYTES))
        const hash = hashKey(plainInvitation(code), await loadPepper(pathsOf(options), state))
        const change = changeNow()
        const expires_at = new Date(Date.parse(change.at) + INVITATION_DAYS * DAY).toISOString()
        const answer = await state.invite(name, { hash, expires_at }, change)
        return {
          account: orRefuse(answer, `hustings accounts approve ${quote(name)}${sampleFlag(options)}`),
          code,
          expires_at,
        }
      })
      if (options.json) printJson({ account: account.name, code, expires_at })
      else {
        printLine(code)
        logToStderr(
          `The code is shown once. With it, ${name} sets a password at /console/invitation until ${expires_at}.`,
        )
      }
    })
}

function print(accounts: readonly Account[], options: CommonOptions): void {
  if (options.json) printJson(accounts)
  else
    printTable({
      columns: ['id', 'name', 'status', 'role'],
      rows: accounts.map(({ id, name, status, role }) => [id, name, status, role]),
    })
}
