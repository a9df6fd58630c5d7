import { sql, type Kysely, type Selectable } from 'kysely'
import { translate } from '../../../platform/i18n.ts'
import type { Tables } from '../../../tables/index.ts'
import type { MessageRecordTable } from '../../../tables/records.tables.ts'

type Db = Kysely<Tables>
type ClaimedRecord = Selectable<MessageRecordTable>

/** Identifies the receiver: the same account or address is the same person. */
export const addresseeIn = (record: string): string =>
  `coalesce(${record}.account_id::text, nullif(${record}.phone, ''), ${record}.email)`
const addressee = sql.raw(addresseeIn('message_record'))
const addresseeOf = ({ account_id, phone, email }: ClaimedRecord): string => String(account_id ?? (phone || email || ''))
/** Whether it may be merged with others of its storm. */
export const mayFold = ({ cause, fire, project_id, attempts }: ClaimedRecord): boolean =>
  cause === 'rule' && !fire && project_id !== null && attempts === 1

/** Puts a text about the number of messages before the message's own text. */
const prefixed = async (tx: Db, record: ClaimedRecord, text: string, many: number): Promise<ClaimedRecord> => {
  const params = { ...record.params, count: String(many) }
  const changed = { ...record, content: text + record.content, params }
  await tx
    .updateTable('message_record')
    .set({ content: changed.content, params: JSON.stringify(params) })
    .where('id', '=', record.id)
    .where('created_at', '=', record.created_at)
    .execute()
  return changed
}

/**
 * During a storm, messages waiting for one person about one project over one channel are merged into one, which says how many there are and
 * starts with the first. Fires are always sent individually.
 */
export const foldStorm = async (
  tx: Db,
  claimed: readonly ClaimedRecord[],
  { at, urgent }: { readonly at: Date; readonly urgent: boolean },
): Promise<ClaimedRecord[]> => {
  const heads = new Map<string, ClaimedRecord>()
  const kept: ClaimedRecord[] = []
  for (const record of claimed) {
    const group = `${record.project_id} ${addresseeOf(record)} ${record.language}`
    if (mayFold(record) && heads.has(group)) continue
    if (mayFold(record)) heads.set(group, record)
    kept.push(record)
  }
  const folded = new Map<number, ClaimedRecord>()
  for (const head of heads.values()) {
    const { rows } = await sql<{ id: number }>`
      update message_record as record set state = 'folded', state_at = ${at}, folded_into = ${head.id}, due_at = null, claimed_until = null, answer_by = null
        from (select id, created_at from message_record
               where project_id = ${head.project_id} and channel = ${head.channel} and cause = 'rule' and not fire and language = ${head.language}
                 and ${addressee} = ${addresseeOf(head)} and id <> ${head.id} and priority ${urgent ? sql`= 0` : sql`> 0`}
                 and (state = 'queued' and (due_at is null or due_at <= ${at})
                      or id = any(${claimed.map(({ id }) => id)}::bigint[]) and state = 'sending' and attempts = 1)
               for update skip locked) as others
       where record.id = others.id and record.created_at = others.created_at
      returning record.id`.execute(tx)
    if (rows.length === 0) continue
    const count = rows.length + 1
    folded.set(head.id, await prefixed(tx, head, translate(head.language, 'said.folded', { count }), count))
  }
  return kept.map((record) => folded.get(record.id) ?? record)
}
