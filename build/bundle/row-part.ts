// Writes the parts that consist of rows only: lists their out.* tables, columns and order.

import type { PartName } from '../../data/schema/manifest.ts'
import { openDraft, type PartValue, type PartWriter, type Sealed } from '../../data/store/part.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

const TABLES: Record<Exclude<PartName, 'places'>, readonly TableCopy[]> = {
  ballots: [
    {
      table: 'election',
      from: 'out.election_body',
      columns: 'id slug date state type contest_count measure_count body_en body_es',
      order: 'id',
    },
    {
      table: 'contest',
      from: 'out.contest_body',
      columns:
        'id election_id election_slug election_date state level level_rank kind vote_method votes_allowed ranks_allowed ballot_order district_id district_ocd_id lines_held body_en body_es',
      order: 'id',
    },
    {
      table: 'choice',
      from: 'out.choice_row',
      columns: 'contest_id ballot_order id withdrawn measure_answer body_en body_es',
      order: 'contest_id, ballot_order, id',
    },
    {
      table: 'contest_area',
      from: 'out.contest_area',
      columns: 'district_id role contest_id rule',
      order: 'district_id, role, contest_id',
    },
    { table: 'coverage', from: 'out.coverage', columns: 'state updated_at', order: 'state' },
    { table: 'regular_general', from: 'out.regular_general_gap', columns: 'state date missing', order: 'state, date' },
  ],
  endorsements: [
    {
      table: 'endorser_category',
      from: 'out.category_body',
      columns: 'slug endorser_count body_en body_es',
      order: 'slug',
    },
    {
      table: 'endorser',
      from: 'out.endorser_body',
      columns: 'id slug name name_folded category state endorsement_count body_en body_es elections_en elections_es',
      order: 'id',
    },
    {
      table: 'endorsement',
      from: 'out.endorsement',
      columns:
        'id endorser_id endorser_slug category endorser_state contest_id choice_id election_id election_slug state contest_kind level',
      order: 'id',
    },
    { table: 'endorsement_body', from: 'out.endorsement_json', columns: 'id body_en body_es', order: 'id' },
    {
      table: 'position',
      from: 'out.position_json',
      columns: 'contest_id ordinal endorser_id endorser_slug category endorser_state body_en body_es',
      order: 'contest_id, ordinal',
    },
    {
      table: 'pick',
      from: 'out.pick_json',
      columns: 'contest_id ordinal choice_id rank backer_en backer_es',
      order: 'contest_id, ordinal, choice_id',
    },
    {
      table: 'stance',
      from: 'out.stance_json',
      columns: 'contest_id ordinal endorser_id endorser_slug category endorser_state body_en body_es',
      order: 'contest_id, ordinal',
    },
    {
      table: 'evidence',
      from: 'out.evidence_json',
      columns: 'endorsement_id contest_id ordinal choice_id quote_found body',
      order: 'endorsement_id',
    },
    {
      table: 'election_endorser',
      from: 'out.election_endorser',
      columns: 'election_id endorser_id endorsement_count contest_count',
      order: 'election_id, endorser_id',
    },
    {
      table: 'election_count',
      from: 'out.election_count',
      columns: 'election_id endorsement_count endorsed_contest_count',
      order: 'election_id',
    },
    { table: 'coverage', from: 'out.endorsement_coverage', columns: 'state updated_at', order: 'state' },
    {
      table: 'endorser_coverage',
      from: 'out.endorser_coverage',
      columns:
        'endorser_id election_date election_id state position_count stance_count usual_contest_count covered_contest_count share',
      order: 'endorser_id, election_date, election_id',
    },
    {
      table: 'endorser_agreement',
      from: 'out.endorser_agreement',
      columns: 'election_id interval_low shared_contests endorser_id other_id agreed_contests agreement interval_high',
      order: 'election_id, interval_low, shared_contests, endorser_id, other_id',
    },
    {
      table: 'contest_agreement',
      from: 'out.contest_agreement',
      columns: 'election_id agreement position_count contest_id body_en body_es',
      order: 'election_id, agreement, position_count, contest_id',
    },
  ],
  officeholders: [
    {
      table: 'officeholder',
      from: 'out.officeholder_body',
      columns:
        'id person_id office office_rank level level_rank state name name_folded district_id district_ocd_id lines_held body',
      order: 'id',
    },
  ],
}

/** For these tables, a changes part holds only the rows of touched endorsers. */
const OF_TOUCHED: Readonly<Record<string, string>> = {
  endorser: 'out.endorser_body SEMI JOIN out.replaced_endorser USING (id)',
  election_endorser: 'out.election_endorser SEMI JOIN out.replaced_endorser ON replaced_endorser.id = endorser_id',
}

const CHANGES: readonly TableCopy[] = [
  ...TABLES.endorsements.map((copy) => ({ ...copy, from: OF_TOUCHED[copy.table] ?? copy.from })),
  ...['replaced_contest', 'replaced_endorsement', 'replaced_endorser'].map((table) => ({
    table,
    from: `out.${table}`,
    columns: 'id',
    order: 'id',
  })),
]

export async function writeRowPart(
  warehouse: Warehouse,
  folder: string,
  part: Exclude<PartName, 'places'>,
): Promise<Sealed> {
  const draft = openDraft(folder, part)
  try {
    await copyTables(warehouse, TABLES[part], draft.writer)
    return draft.seal()
  } finally {
    draft.close()
  }
}

/** @param base hash of the endorsements part to which the changes belong */
export async function writeChangesPart(warehouse: Warehouse, folder: string, base: string): Promise<Sealed> {
  const draft = openDraft(folder, 'changes')
  try {
    draft.writer.insert('base', ['sha256'], [[base]])
    await copyTables(warehouse, CHANGES, draft.writer)
    return draft.seal()
  } finally {
    draft.close()
  }
}

// The copy of a table: named columns, a total order, booleans as 0 and 1.

/** Rows in memory at once. */
const ROWS_PER_PIECE = 2048

/** Long JSON. It is copied as its UTF-8 bytes: a string of it would be decoded, and encoded again. */
const LONG_TEXT = /^(?:body|backer)(?:_en|_es)?$/

export interface TableCopy {
  /** Table name in the part; see data/store/ddl/<part>.sql. */
  table: string
  from: string
  columns: string
  order: string
}

export async function copyTables(
  warehouse: Warehouse,
  tables: readonly TableCopy[],
  writer: PartWriter,
): Promise<void> {
  for (const { table, from, columns, order } of tables) {
    const names = columns.split(' ')
    const selected = names.map((name) => (LONG_TEXT.test(name) ? `encode(${name})` : name))
    const sql = `SELECT ${selected.join(', ')} FROM ${from} ORDER BY ${order}`
    for await (const piece of warehouse.batches(sql, ROWS_PER_PIECE)) writer.insert(table, names, toRows(piece))
  }
}

function toRows(columns: readonly unknown[][]): PartValue[][] {
  return Array.from(columns[0] ?? [], (_, nth) => columns.map((column) => toValue(column[nth])))
}

function toValue(value: unknown): PartValue {
  if (typeof value === 'boolean') return Number(value)
  if (value === null || value instanceof Uint8Array) return value
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  throw new Error(`got ${String(value)} in a row of a part, expected text, a number, bytes, a boolean or null`)
}
