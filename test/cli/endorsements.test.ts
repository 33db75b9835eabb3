// `hustings endorsements check`, over the sample.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { takeLock } from '../../data/store/lock.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'
import { ends } from './temporary.ts'

const folder = shareFolder()
const HEADER = 'endorser,endorser_name,endorser_category,endorser_state,election,contest,choice,rank\n'
const row = (contest: string, choice: string, rank = '') =>
  `sample-club,Sample Club,civic,ME,me-2028-11-07-general,${contest},${choice},${rank}\n`
const check = (...words: string[]) => runCommand(folder, 'endorsements', 'check', ...words, '--sample')

function put(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

beforeAll(() => copySample(folder))

describe('endorsements check', () => {
  it('exits with 0 if all rows are valid, even while another process holds the lock', async () => {
    const lock = takeLock(pathsIn(join(folder, 'sample')), { pid: process.pid, command: 'nightly', since: 'now' })
    try {
      const file = put('good.csv', HEADER + row('Question 1', 'Yes') + row('Mayor', 'no-such', ''))
      expect((await check(file)).code).toBe(3)
      const { code, stdout, stderr } = await check(put('good.csv', HEADER + row('Question 1', 'Yes')))
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toBe('1 endorsement would be kept, of 1 record: 1 endorser declared, 1 contest, 0 issues\n')
    } finally {
      lock.release()
    }
  })

  it('reports each error with its place and a suggestion, and exits with 3', async () => {
    const text = HEADER + row('Presidnt', 'Nobody') + row('Question 1', 'Yes') + row('Pier Bond', 'Mabye')
    const { code, stdout, stderr } = await check(put('bad.csv', text))
    expect(code).toBe(3)
    expect(stdout).toMatch(
      /^bad\.csv:2 contest "Presidnt": got a contest that me-2028-11-07-general does not have; .*likely: "President and Vice President" \(state:me, id \d+\) \(unmatched-contest\)$/m,
    )
    expect(stdout).toMatch(
      /^bad\.csv:4 choice "Mabye": .*likely: "Yes" \(id \d+\); "No" \(id \d+\) \(unmatched-choice\)$/m,
    )
    expect(stdout).toMatch(/^1 endorsement would be kept, of 3 records: .* 2 issues$/m)
    expect(stderr).toMatch(/^Next: correct the lines above/)
  })

  it('prints the same as JSON, with JSON paths', async () => {
    const endorsements = [
      { election: 'me-2028-11-07-general', contest: 'Question 1', choice: 'No', rank: 1 },
      { election: 'me-2028-11-07-general', contest: 'Question 2', choice: 'No' },
    ]
    const endorser = { slug: 'sample-club', name: 'Sample Club', category: 'civic', state: 'ME' }
    const file = put('feed.json', JSON.stringify({ endorser, endorsements }, null, 2))
    const { code, stdout } = await check(file, '--json')
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({
      files: [file],
      records: 2,
      kept: { endorsers: 1, endorsements: 1, contests: 1 },
      issues: [
        { file: 'feed.json', line: 9, field: 'endorsements[0].rank', code: 'rank-outside-ranking', severity: 'mended' },
        {
          file: 'feed.json',
          line: 15,
          field: 'endorsements[1].contest',
          code: 'unmatched-contest',
          severity: 'refused',
        },
      ],
    })
  })

  it('accepts an additional file of endorsers, and counts an unreadable file as one issue', async () => {
    const endorsers = put('endorsers.csv', 'slug,name,category,state\nsample-club,Sample Club,civic,ME\n')
    const picks = put('picks.csv', 'endorser,election,contest,choice\nsample-club,me-2028-11-07-general,Pier Bond,No\n')
    expect((await check(picks, endorsers)).code).toBe(0)
    const broken = await check(put('broken.json', '{"endorsements": [\n{]}'))
    expect(broken.code).toBe(3)
    expect(broken.stdout).toMatch(/^broken\.json:2: is not valid JSON here \(source-stopped\)$/m)
  })

  it('knows no contest that the build leaves out', async () => {
    const file = put('left.csv', HEADER + row('Question 1', 'Yes'))
    const warehouse = await openWarehouse(join(folder, 'sample', 'warehouse.duckdb'))
    try {
      await warehouse.run('INSERT INTO out.no_such_district BY NAME SELECT contest_key FROM out.contest')
    } finally {
      await warehouse.close()
    }
    expect((await check(file)).stdout).toContain('(unmatched-contest)')
  })

  it.each([
    [() => ['nothing.csv'], 'No such file'],
    [() => [], "missing required argument 'file'"],
    [() => [put('a.xlsx', '')], '*.json or *.csv'],
  ])('refuses no file, and one of another form: %#', async (words, sentence) => {
    expect(await check(...words())).toMatchObject({ stdout: '', ...ends(2, sentence) })
  })

  it('needs a warehouse', async () => {
    expect(await runCommand(folder, 'endorsements', 'check', put('good.csv', HEADER))).toMatchObject(
      ends(1, /warehouse\.duckdb does not exist yet.*\nNext: hustings nightly .*add --sample to ask it\n/),
    )
  })
})
