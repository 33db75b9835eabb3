// The drafts of the publishing desk's editors.

import type { DraftFields } from '../../desk/position.ts'
import { refuseEditor } from './desk.ts'
import { type Connection, find, list, type Refusal, run, type Work } from './engine.ts'

export interface Draft {
  contest_id: number
  /** Rises with each save. */
  version: number
  /** The version of the position that the editor saw. */
  base: number
  /** Slug of the election, and the contest's title. */
  election: string
  title: string
  fields: DraftFields
  saved_at: string
}

/** The contest of a draft: of an endorser and an editor. */
export interface DraftReference {
  endorser: string
  contest_id: number
  account_id: number
}

export interface DraftOperations {
  /** Of one editor, the newest first. */
  drafts(endorser: string, account_id: number): Promise<Draft[]>
  findDraft(reference: DraftReference): Promise<Draft | undefined>
  /** @param expected the version that this window saw, 0 for none. Another one is not overwritten. */
  saveDraft(
    reference: DraftReference,
    draft: Pick<Draft, 'base' | 'election' | 'title' | 'fields'>,
    expected: number,
    at: string,
  ): Promise<Draft | { conflict: Draft } | Refusal>
  deleteDraft(reference: DraftReference): Promise<void>
}

type Stored = Omit<Draft, 'fields'> & { fields: string }

const DRAFT = `SELECT contest_id, version, base, election, title, fields, saved_at
  FROM desk_draft
  WHERE endorser_slug = @endorser AND account_id = @account_id`

export function draftOperations(connection: Connection): DraftOperations {
  function* findDraft({ endorser, contest_id, account_id }: DraftReference): Work<Draft | undefined> {
    const row = yield* find<Stored>(`${DRAFT} AND contest_id = @contest_id`, { endorser, contest_id, account_id })
    return row && toDraft(row)
  }
  return {
    drafts: async (endorser, account_id) =>
      (
        await connection.read(() =>
          list<Stored>(`${DRAFT} ORDER BY saved_at DESC, contest_id`, { endorser, account_id }),
        )
      ).map(toDraft),

    findDraft: (reference) => connection.read(() => findDraft(reference)),

    saveDraft: (reference, { base, election, title, fields }, expected, at) =>
      connection.write(function* () {
        const { endorser, contest_id, account_id } = reference
        const refused = yield* refuseEditor(endorser, account_id)
        if (refused) return refused
        const before = yield* findDraft(reference)
        if (before && before.version !== expected) return { conflict: before }
        yield* run(
          `INSERT INTO desk_draft (endorser_slug, contest_id, account_id, version, base, election, title, fields, saved_at)
          VALUES (@endorser, @contest_id, @account_id, 1, @base, @election, @title, @fields, @at)
          ON CONFLICT (endorser_slug, contest_id, account_id) DO UPDATE SET
            version = desk_draft.version + 1, base = @base, election = @election, title = @title, fields = @fields, saved_at = @at`,
          { endorser, contest_id, account_id, base, election, title, fields: JSON.stringify(fields), at },
        )
        const draft = yield* findDraft(reference)
        if (!draft) throw new Error('a draft is gone within its own transaction')
        return draft
      }),

    deleteDraft: ({ endorser, contest_id, account_id }) =>
      connection.write(function* () {
        yield* run(
          'DELETE FROM desk_draft WHERE endorser_slug = @endorser AND contest_id = @contest_id AND account_id = @account_id',
          { endorser, contest_id, account_id },
        )
      }),
  }
}

function toDraft({ fields, ...row }: Stored): Draft {
  return { ...row, fields: JSON.parse(fields) as DraftFields }
}
