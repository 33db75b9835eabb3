import { describe, expect, it } from 'vitest'
import { collectSink, loadAliases, parseAliases } from '../../../ingest/engine/sink.ts'

const HEAD = 'alias,endorser_slug,name,why'
const at = { file: 'feed.csv', line: 2 }

describe('an alias of an endorser', () => {
  it('gives its rows the slug and the name of the one record', () => {
    const sink = collectSink(parseAliases(`${HEAD}\nsample-club-pac,sample-club,Sample Club,printed with PAC`))
    const endorser = { category: 'advocacy', state: 'NC', description: null, website_url: null } as const
    sink.row('endorser', { endorser_slug: 'sample-club-pac', name: 'Sample Club PAC', ...endorser }, at)
    sink.row('endorser', { endorser_slug: 'other-club', name: 'Other Club', ...endorser }, at)
    const said = {
      rank: null,
      statement: null,
      statement_es: null,
      source_url: null,
      published_on: null,
      evidence_url: null,
    }
    const of = { endorser_slug: 'sample-club-pac', contest_key: 'contest', choice_key: 'contest/ann', ...said }
    sink.row('endorsement', { endorsement_key: 'sample-club-pac/contest/ann', ...of }, at)
    expect(sink.rows.map(({ row }) => row)).toMatchObject([
      { endorser_slug: 'sample-club', name: 'Sample Club' },
      { endorser_slug: 'other-club', name: 'Other Club' },
      { endorser_slug: 'sample-club', endorsement_key: 'sample-club/contest/ann' },
    ])
  })

  it.each([
    ['stands twice', 'a,b,B,why\na,c,C,why'],
    ['leads to an alias', 'a,b,B,why\nb,c,C,why'],
    ['says no why', 'a,b,B,'],
    ['leads to itself', 'a,a,A,why'],
  ])('is refused if it %s', (_, lines) => {
    expect(() => parseAliases(`${HEAD}\n${lines}`)).toThrow('endorser-aliases.csv: "a"')
  })

  it('of the committed table has a valid slug on both sides', () => {
    for (const [alias, { endorser_slug }] of loadAliases())
      for (const slug of [alias, endorser_slug]) expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  })
})
