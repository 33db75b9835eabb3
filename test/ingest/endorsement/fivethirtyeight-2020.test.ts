import { describe, expect, it } from 'vitest'
import { table } from '../../table.ts'
import { feed } from './feed.ts'
import { knownBallots } from './known.ts'

const HEAD = 'date,position,state,endorser,endorsee,source'
const primary = (party: string, names: string[]) =>
  ({
    state: 'NC',
    date: '2020-03-03',
    type: 'primary',
    subject: 'president',
    title: 'US President',
    party,
    names,
  }) as const
const ballots = knownBallots([
  primary('Democratic', ['Ann Sample', 'Cy Example']),
  primary('Republican', ['Ann Sample']),
])
const read = (...lines: string[]) =>
  feed('fivethirtyeight-2020-president', { texts: [[HEAD, ...lines].join('\n')], ballots })

describe('endorsements in the primary of 2020', () => {
  it('stand in the Democratic primary of the endorser’s own state', async () => {
    const fed = await read(
      '2019-05-01,representative,NC,Pat Placeholder,Ann Sample,https://example.org/p',
      '2019-06-01,mayor,NC,Lee Invented,Cy Example,https://example.org/l',
    )
    expect(
      fed.endorsement.map(({ endorser_slug, contest_key, choice_key, published_on }) => [
        ...[endorser_slug, contest_key.split('/').at(-1), choice_key.split('/').at(-1), published_on],
      ]),
    ).toEqual([
      ['pat-placeholder', 'democratic', 'ann-sample', '2019-05-01'],
      ['lee-invented-nc', 'democratic', 'cy-example', '2019-06-01'],
    ])
    expect(fed.endorser.map(({ category, state }) => [category, state])).toEqual([
      ['official', 'national'],
      ['official', 'NC'],
    ])
  })

  it.each(
    table(`
    of a person who endorsed nobody | NA,senator,NC,Pat Placeholder,NA,NA | endorsed nobody
    of a party’s officer | 2019-05-01,DNC member,NC,Pat Placeholder,Ann Sample,https://example.org | privacy rule
    after the primary | 2020-03-04,senator,NC,Pat Placeholder,Ann Sample,https://example.org | no later primary
    in a state without a held primary | 2019-05-01,senator,VT,Pat Placeholder,Ann Sample,https://example.org | no later primary
    of nobody on the ballot | 2019-05-01,senator,NC,Pat Placeholder,Di Absent,https://example.org | no held ballot has
  `),
  )('are left out: %s', async (_, line, why) => {
    const fed = await read(line)
    expect([fed.endorsement, fed.endorser]).toEqual([[], []])
    expect(fed.issues).toMatchObject([{ severity: 'ignored', message: expect.stringContaining(why) }])
    expect(JSON.stringify(fed.issues)).not.toContain('Placeholder')
  })
})
