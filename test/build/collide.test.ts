// The check of ids, with two candidates that have the same id.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'

const sql = (...path: string[]) => readFileSync(projectFile('build', ...path), 'utf8')

test('two candidates with one id are shown with their keys', async () => {
  const warehouse = await openWarehouse(':memory:', { threads: 1 })
  await warehouse.run(`
    CREATE TABLE out.alias (kind VARCHAR, key VARCHAR, old_key VARCHAR);
    CREATE TABLE out.salt (kind VARCHAR, key VARCHAR, salt VARCHAR);
    CREATE TABLE out.district (id BIGINT, ocd_id VARCHAR, vintage VARCHAR);
    CREATE TABLE out.election_body (id BIGINT, election_key VARCHAR);
    CREATE TABLE out.contest_body (id BIGINT, contest_key VARCHAR);
    CREATE TABLE out.choice AS
    SELECT * FROM (VALUES ('c/ann', 'Ann'), ('c/bob', 'Bob'), ('d/yes', NULL)) AS choice (choice_key, candidate_name)`)
  await warehouse.run(sql('sql', '00_macro.sql'))
  const check = sql('check', 'id-does-not-collide.sql')
  expect(await warehouse.all(check)).toEqual([])
  await warehouse.run("INSERT INTO out.alias VALUES ('candidate', 'c/bob', 'c/ann')")
  expect(await warehouse.all(check)).toMatchObject([{ kind: 'candidate', keys: ['c/ann', 'c/bob'] }])
  await warehouse.close()
})
