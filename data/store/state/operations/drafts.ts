import type { DraftFields } from '../../../desk/position.ts'
import type { Draft, DraftReference } from '../desk.ts'
import type { ServiceStore } from '../state.ts'
import { type Connection, find, list, run, type Work } from './connection.ts'
import { refuseEditor } from './desk.ts'

type Operations = Pick<ServiceStore, 'drafts' | 'findDraft' | 'saveDraft' | 'deleteDraft'>
type Stored = Omit<Draft, 'fields'> & { fields: string }

const DRAFT = `SELECT contest_id, version, base, election, title, fields, saved_at
  FROM desk_draft
  WHERE endorser_slug = @endorser AND account_id = @account_id`

export function draftOperations(connection: Connection): Operations {
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
