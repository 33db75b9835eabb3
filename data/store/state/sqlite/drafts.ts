import type { DraftFields } from '../../../desk/position.ts'
import type { Draft, DraftReference } from '../desk.ts'
import type { ServiceStore } from '../state.ts'
import type { Connection } from './connection.ts'
import { refuseEditor } from './desk.ts'

type Operations = Pick<ServiceStore, 'drafts' | 'findDraft' | 'saveDraft' | 'deleteDraft'>
type Stored = Omit<Draft, 'fields'> & { fields: string }

const DRAFT = `SELECT contest_id, version, base, election, title, fields, saved_at
  FROM desk_draft
  WHERE endorser_slug = @endorser AND account_id = @account_id`

export function draftOperations(connection: Connection): Operations {
  const find = ({ endorser, contest_id, account_id }: DraftReference): Draft | undefined => {
    const row = connection.find<Stored>(`${DRAFT} AND contest_id = @contest_id`, { endorser, contest_id, account_id })
    return row && toDraft(row)
  }
  return {
    drafts: async (endorser, account_id) =>
      connection.list<Stored>(`${DRAFT} ORDER BY saved_at DESC, contest_id`, { endorser, account_id }).map(toDraft),

    findDraft: async (reference) => find(reference),

    saveDraft: async (reference, { base, election, title, fields }, expected, at) =>
      connection.write(() => {
        const { endorser, contest_id, account_id } = reference
        const refused = refuseEditor(connection, endorser, account_id)
        if (refused) return refused
        const before = find(reference)
        if (before && before.version !== expected) return { conflict: before }
        connection.run(
          `INSERT INTO desk_draft (endorser_slug, contest_id, account_id, version, base, election, title, fields, saved_at)
          VALUES (@endorser, @contest_id, @account_id, 1, @base, @election, @title, @fields, @at)
          ON CONFLICT (endorser_slug, contest_id, account_id) DO UPDATE SET
            version = version + 1, base = @base, election = @election, title = @title, fields = @fields, saved_at = @at`,
          { endorser, contest_id, account_id, base, election, title, fields: JSON.stringify(fields), at },
        )
        const draft = find(reference)
        if (!draft) throw new Error('a draft is gone within its own transaction')
        return draft
      }),

    deleteDraft: async ({ endorser, contest_id, account_id }) =>
      connection.write(() => {
        connection.run(
          'DELETE FROM desk_draft WHERE endorser_slug = @endorser AND contest_id = @contest_id AND account_id = @account_id',
          { endorser, contest_id, account_id },
        )
      }),
  }
}

function toDraft({ fields, ...row }: Stored): Draft {
  return { ...row, fields: JSON.parse(fields) as DraftFields }
}
