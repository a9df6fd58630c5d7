import { recordRanks, statesBelow, type EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Receipt, Sent } from '../../../platform/channels/provider.ts'
import { storable } from '../../../platform/storable.ts'
import type { Tables } from '../../../tables/index.ts'
import type { MessageRecordTable } from '../../../tables/records.tables.ts'
import type { ClaimedRecord } from './claim-records.ts'

type Db = Kysely<Tables>
/** A record after a change, from which further effects follow. */
export type ChangedRecord = Selectable<MessageRecordTable>

const returned = (rows: ChangedRecord[]): ChangedRecord | undefined => rows[0]

type Accepted = Extract<Sent, { result: 'accepted' }>

/** The cost of a message. Null where unknown. */
export interface Charge {
  readonly segments: number | null
  readonly cost: number | null
  readonly currency: string | null
}

/** The longest provider id that is stored (characters). */
const maxRef = 200

/** A provider's id for a message, if receipts can name it. A provider may return anything, and has accepted the message all the same. */
const refOf = (ref: unknown): string | null => {
  const text = typeof ref === 'string' || typeof ref === 'number' ? storable(String(ref)) : ''
  return text === '' || text.length > maxRef ? null : text
}

/**
 * The provider has accepted the message. Its charge is added to earlier costs of the record, unless they are in another currency. This
 * counts even if the lease has ended, and does not revert a receipt that came first.
 * @returns the record if it was not known to be sent before
 */
export const settleSent = async (
  tx: Db,
  record: ClaimedRecord,
  {
    provider,
    sent,
    charge,
    at,
  }: { provider: { readonly id: number; readonly name: string }; sent: Accepted; charge: Charge; at: Date },
): Promise<ChangedRecord | undefined> => {
  // Amounts of different currencies cannot be added: the record keeps the last one, and its task's totals keep both.
  if (charge.currency !== null && record.currency !== null && charge.currency !== record.currency)
    await sql`
      update message_record set cost = null, currency = null
       where id = ${record.id} and created_at = ${record.created_at} and sent_at is null and state not in ('cancelled', 'folded')`.execute(
      tx,
    )
  const { rows } = await sql<ChangedRecord>`
    update message_record set
      state = case when state in ('queued', 'sending') then 'sent' else state end,
      state_at = case when state in ('queued', 'sending') then ${at}::timestamptz else state_at end,
      provider_id = ${provider.id}, provider_name = ${provider.name}, provider_ref = ${refOf(sent.ref)},
      segments = ${charge.segments}::integer, cost = coalesce(cost + ${charge.cost}::numeric, ${charge.cost}::numeric, cost),
      currency = coalesce(${charge.currency}::text, currency),
      sent_at = ${at}, due_at = null, claimed_until = null, failure = null, failure_kind = null,
      answer_by = answer_by + (${at}::timestamptz - created_at)
    where id = ${record.id} and created_at = ${record.created_at} and sent_at is null and state not in ('cancelled', 'folded')
    returning *`.execute(tx)
  return returned(rows)
}

export interface Failure {
  /** In the provider's words. */
  readonly reason: string
  readonly kind: EnumValue<'sendFailure'>
  /** When it is tried again; null: it has failed for good. */
  readonly retryAt: Date | null
  /** No provider was asked, so this does not count as a try. */
  readonly untried?: boolean
  readonly at: Date
}

/** No provider accepted the message. */
export const settleFailed = async (
  tx: Db,
  { id, created_at, attempts }: ClaimedRecord,
  { reason, kind, retryAt, untried = false, at }: Failure,
): Promise<ChangedRecord | undefined> => {
  const next = retryAt
    ? { state: 'queued' as const, due_at: retryAt, ...(untried ? { attempts: attempts - 1 } : {}) }
    : { state: 'failed' as const, due_at: null, answer_by: null }
  const rows = await tx
    .updateTable('message_record')
    .set({ ...next, failure: reason, failure_kind: kind, claimed_until: null, state_at: at })
    .where('id', '=', id)
    .where('created_at', '=', created_at)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .returningAll()
    .execute()
  return returned(rows)
}

const times = {
  delivered: ['delivered_at'],
  read: ['delivered_at'],
  answered: ['delivered_at', 'answered_at'],
} as const satisfies Partial<Record<EnumValue<'recordState'>, readonly string[]>>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The record that a receipt names, by our key or by the provider's id. Message centres restart their numbering, so of several with one id
 * the newest is meant, never all of them. Materialized, because otherwise the planner prefers a backward scan of all records.
 */
const recordNamed = (db: Db, providerId: number, ref: string) =>
  db
    .with(
      (cte) => cte('named').materialized(),
      (e) =>
        e
          .selectFrom('message_record')
          .select(['id', 'created_at', 'taken_at', 'phone'])
          .where('provider_id', '=', providerId)
          .where(
            uuid.test(ref) ? sql<boolean>`(key = ${ref}::uuid or provider_ref = ${ref})` : sql<boolean>`provider_ref = ${ref}`,
          )
          .where('state', 'not in', ['cancelled', 'folded']),
    )
    .selectFrom('named')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** How much of two numbers is compared: one may have a country prefix and the other none. */
const comparedDigits = 8
const endOf = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-comparedDigits)
/** The ends of the numbers that a receipt names. */
const endsOf = ({ phones = [] }: Receipt): string[] => phones.map(endOf).filter((end) => end.length === comparedDigits)

/** Receipts come within this time. An older message with a similar id is another one. */
const otherRefsForMs = 7 * 86_400_000
const oldest = (at: Date): number => at.getTime() - otherRefsForMs

/**
 * The record that a receipt means if its id was written in another notation when the message was accepted. Numbers are short, so that the
 * receipt of an unknown message could mean any other: it must be a message to the number that the receipt names. Without one, only a single
 * message may come into question.
 */
const recordMeant = async (db: Db, providerId: number, receipt: Receipt, at: Date) => {
  const refs = (receipt.otherRefs ?? []).filter(isRef)
  if (refs.length === 0) return undefined
  const ends = endsOf(receipt)
  const rows = await db
    .selectFrom('message_record')
    .select(['id', 'created_at', 'taken_at', 'phone'])
    .where('provider_id', '=', providerId)
    .where(sql<boolean>`provider_ref = any(${refs}::text[])`)
    .where('state', 'in', ['queued', 'sending', 'sent'])
    .where('created_at', '>', new Date(oldest(at)).toISOString())
    .orderBy('id', 'desc')
    .execute()
  const [row, another] = rows.filter(({ phone }) => ends.length === 0 || ends.includes(endOf(phone)))
  return ends.length === 0 && another ? undefined : row
}

/** Whether it can be the id of a message. No id contains NUL. */
const isRef = (ref: string): boolean => ref !== '' && ref.length <= maxRef && !ref.includes('\0')

/**
 * The record that a receipt means. Where ids are written in two notations, that of one message is often exactly that of an earlier one, to
 * somebody else or weeks ago: such a record is taken only if no other one comes into question.
 */
const recordOf = async (db: Db, providerId: number, receipt: Receipt, at: Date) => {
  if (!isRef(receipt.ref)) return undefined
  const named = await recordNamed(db, providerId, receipt.ref)
  const ends = endsOf(receipt)
  const isMeant =
    named !== undefined && (ends.length === 0 || (ends.includes(endOf(named.phone)) && Date.parse(named.created_at) > oldest(at)))
  if (isMeant) return named
  // Looked up again with its other ids.
  if (ends.length > 0 && receipt.otherRefs === undefined) return undefined
  return (await recordMeant(db, providerId, receipt, at)) ?? named
}

/**
 * Applies a provider's report about a message that it carried, named by our key or by the provider's id. Late, repeated and unknown
 * receipts change nothing.
 * @returns the record if the receipt changed it
 */
export const applyReceipt = async (
  tx: Db,
  providerId: number,
  receipt: Receipt,
  at: Date,
): Promise<ChangedRecord | undefined> => {
  const row = await recordOf(tx, providerId, receipt, at)
  if (!row) return undefined
  const columns: readonly string[] = receipt.state in times ? times[receipt.state as keyof typeof times] : []
  const stateTimes = Object.fromEntries(columns.map((column) => [column, sql`coalesce(${sql.ref(column)}, ${at})`]))
  const isGood = recordRanks[receipt.state] > recordRanks.failed
  const isFinal = recordRanks[receipt.state] >= recordRanks.failed && receipt.state !== 'delivered' && receipt.state !== 'read'
  const rows = await tx
    .updateTable('message_record')
    .set({
      state: receipt.state,
      state_at: at,
      due_at: null,
      ...(receipt.reason === undefined ? {} : { failure: receipt.reason }),
      failure_kind: receipt.state === 'failed' ? 'undelivered' : null,
      ...(isFinal ? { answer_by: null } : {}),
      ...stateTimes,
    })
    .where('id', '=', row.id)
    .where('created_at', '=', row.created_at)
    .where('state', 'in', statesBelow(receipt.state))
    // A message waiting for a retry after a time limit may have arrived after all. That its first try failed is already known.
    .where((e) => e.or([e('state', '<>', 'queued'), e.and([e('attempts', '>', 0), e.val(isGood)])]))
    .returningAll()
    .execute()
  return returned(rows)
}

/** The record of a receipt, whatever its state: for a person who pressed 1 after it was marked as answered. */
export const recordOfReceipt = async (
  db: Db,
  providerId: number,
  receipt: Receipt,
  at: Date,
): Promise<{ readonly id: number; readonly isTaken: boolean } | undefined> => {
  const row = await recordOf(db, providerId, receipt, at)
  return row && { id: row.id, isTaken: row.taken_at !== null }
}

/** The alarm was taken over with this call. Repeated reports about it change nothing. */
export const noteTaken = async (db: Db, id: number, at: Date): Promise<void> => {
  await db.updateTable('message_record').set({ taken_at: at }).where('id', '=', id).where('taken_at', 'is', null).execute()
}

const isUnanswered = (at: Date) => sql<boolean>`answer_by <= ${at} and state in ('sent', 'delivered')`

/** Ids of calls that were not answered within their time limit. */
export const unansweredCalls = async (db: Db, at: Date, limit: number): Promise<number[]> => {
  const late = db.selectFrom('message_record').select('id').where(isUnanswered(at)).orderBy('answer_by').limit(limit)
  return (await late.execute()).map(({ id }) => id)
}

/** Marks those of these calls that were not answered within their time limit. */
export const expireAnswers = async (tx: Db, at: Date, ids: readonly number[]): Promise<ChangedRecord[]> => {
  const { rows } = await sql<ChangedRecord>`
    update message_record as record set state = 'noAnswer', state_at = ${at}, answer_by = null
      from (select id, created_at from message_record
             where id = any(${[...ids]}::bigint[]) and ${isUnanswered(at)} for update skip locked) as late
     where record.id = late.id and record.created_at = late.created_at
    returning record.*`.execute(tx)
  return rows
}
