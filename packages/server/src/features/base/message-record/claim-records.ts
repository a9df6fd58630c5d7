import { limits } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import { translate } from '../../../platform/i18n.ts'
import type { Channel } from '../../../platform/channels/provider.ts'
import { giveUpOnLocks } from '../../../platform/database/locks.ts'
import { claimedBy, claimsOf, toleratedMs } from '../../../platform/outbox/claims.ts'
import type { Tables } from '../../../tables/index.ts'
import type { MessageRecordTable } from '../../../tables/records.tables.ts'
import { addresseeIn, foldStorm, mayFold } from './fold-storm.ts'
import { releaseFolded } from './queue-records.ts'

type Db = Kysely<Tables>

/** A record that is being sent. The process that claimed it settles it, identified by `attempts`, which counts the claims. */
export type ClaimedRecord = Selectable<MessageRecordTable>

export interface ClaimOptions {
  readonly channel: Channel
  /** Alarms, or everything else. Each has its own lane, so that neither waits for the other. */
  readonly urgent: boolean
  readonly limit: number
  readonly at: Date
  /** How long the claiming process is assumed to be alive. */
  readonly leaseMs: number
}

const minuteMs = 60_000

const claims = claimsOf({
  name: 'message_record',
  key: ['id', 'created_at'],
  waiting: 'queued',
  isTooFar: (at) => sql`priority = 0 and due_at > ${at}::timestamptz + interval '2 minutes'
    or priority > 0 and due_at > ${at}::timestamptz + interval '20 minutes'`,
})
export const { releaseExpired, releaseFarAhead } = claims

/** How many alarms of each project were sent in the last minute, or are being sent. A time in the future is from before the clock was set back. */
const sentLately = (channel: Channel, at: Date) => sql`
  select fire, company_id, project_id, count(*)::int as sent from (
    select fire, company_id, project_id from message_record
     where priority = 0 and sent_at > ${new Date(at.getTime() - minuteMs)} and sent_at <= ${new Date(at.getTime() + toleratedMs)} and channel = ${channel}
    union all select fire, company_id, project_id from message_record where state = 'sending' and priority = 0 and channel = ${channel}) as lately
   group by fire, company_id, project_id`

const claimDue = async (tx: Db, { channel, urgent, limit, at, leaseMs }: ClaimOptions): Promise<ClaimedRecord[]> => {
  const isDue = sql`state = 'queued' and channel = ${channel} and (due_at is null or due_at <= ${at})`
  // No fire waits behind the storm of another company or project. Companies take turns: the first message of each, then the second of each,
  // and so on; within a company, projects do the same, the oldest message first. Messages of the last minute count, since with only one
  // free place at a time, age alone would decide.
  const due = urgent
    ? sql`with lately as materialized (${sentLately(channel, at)})
          select r.id, r.created_at, waiting.place from message_record r
            join (select id, created_at, row_number() over (partition by fire, company_id order by own, due_at, id) + of_company as place
                    from (select w.id, w.created_at, w.fire, w.company_id, w.due_at, coalesce(company.sent, 0) as of_company,
                              row_number() over (partition by w.fire, w.company_id, w.project_id order by w.due_at, w.id) + coalesce(project.sent, 0) as own
                            from (select * from message_record where ${isDue} and priority = 0) as w
                            left join lately as project
                              on project.fire = w.fire and project.company_id = w.company_id and project.project_id is not distinct from w.project_id
                            left join (select fire, company_id, sum(sent)::int as sent from lately group by fire, company_id) as company
                              on company.fire = w.fire and company.company_id = w.company_id) as of_projects) as waiting
              on waiting.id = r.id and waiting.created_at = r.created_at
           where r.state = 'queued' order by r.fire desc, waiting.place, r.due_at, r.id limit ${limit} for update of r skip locked`
    : sql`select id, created_at, 1 as place from message_record where ${isDue} and priority > 0
           order by priority, fire desc, due_at, id limit ${limit} for update skip locked`
  const { rows } = await sql<ClaimedRecord & { place: number }>`
    update message_record as record set ${claimedBy('record', at, leaseMs)}
      from (${due}) as due
     where record.id = due.id and record.created_at = due.created_at
    returning record.*, due.place`.execute(tx)
  // In the same order again and, with the same place, the oldest first: a person who can be called only a few times is called about the oldest.
  return rows.sort(
    (a, b) =>
      a.priority - b.priority ||
      Number(b.fire) - Number(a.fire) ||
      a.place - b.place ||
      Date.parse(a.created_at) - Date.parse(b.created_at) ||
      a.id - b.id,
  )
}

/** How likely people are to notice a message: a mail or push message at night is not a call. */
const noticed = (record: string): RawBuilder<number> =>
  sql.raw(`case ${record}.channel when 'voice' then 3 when 'sms' then 2 else 1 end`)

/**
 * Drops what is no longer needed: messages of runs that were stopped while the message was being sent, and copies of failed messages if
 * their fire is closed or the person has since been reached over a channel that is noticed just as well.
 */
const dropNeedless = async (tx: Db, claimed: readonly ClaimedRecord[], at: Date): Promise<ClaimedRecord[]> => {
  const ids = claimed.flatMap(({ id, run_id: runId }) => (runId === null ? [] : [id]))
  if (ids.length === 0) return [...claimed]
  const { rows } = await sql<{ id: number; project_id: number | null }>`
    with judged as (
      select r.id, r.created_at,
          exists (select from notification_run run where run.id = r.run_id and run.state = 'stopped')
            or r.copy_of is not null and r.fire and exists (select from alarm where alarm.id = r.alarm_id and alarm.state in ('cleared', 'misreport')) as stopped,
          r.copy_of is not null and exists (
            select from message_record first join message_record other on other.run_id = r.run_id and other.id <> r.id
             where first.id = r.copy_of and other.sent_at > first.created_at and other.state in ('sent', 'delivered', 'read', 'answered')
               and ${sql.raw(addresseeIn('other'))} = ${sql.raw(addresseeIn('r'))} and ${noticed('other')} >= ${noticed('r')}) as reached
        from message_record r where r.id = any(${ids}::bigint[]))
    update message_record r set state = 'cancelled', state_at = ${at}, due_at = null, answer_by = null, claimed_until = null,
        failure_kind = case when judged.stopped then r.failure_kind else 'toldOtherwise' end
      from judged where r.id = judged.id and r.created_at = judged.created_at and r.state = 'sending' and (judged.stopped or judged.reached)
    returning r.id, r.project_id`.execute(tx)
  await releaseFolded(tx, rows, at)
  const dropped = new Set(rows.map(({ id }) => id))
  return claimed.filter(({ id }) => !dropped.has(id))
}

/** Numbers that will soon be called about an alarm. */
const awaitAlarms = async (tx: Db, phones: readonly string[], at: Date): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ phone: string }>`
    select distinct phone from message_record
     where state = 'queued' and channel = 'voice' and priority = 0 and phone = any(${phones})
       and (due_at is null or due_at <= ${new Date(at.getTime() + minuteMs)})`.execute(tx)
  return new Set(rows.map(({ phone }) => phone))
}

/**
 * Limits calls per minute to one number: the rest wait, and the calls that are made say how many wait. While an alarm waits for its call,
 * nothing else calls the number.
 */
const holdBack = async (tx: Db, claimed: readonly ClaimedRecord[], at: Date): Promise<ClaimedRecord[]> => {
  const phones = [...new Set(claimed.map(({ phone }) => phone))]
  // One process after the other; otherwise two would each count too few.
  await sql`select pg_advisory_xact_lock(hashtext('voice calls'))`.execute(tx)
  // A time in the future is from before the clock was set back.
  const { rows } = await sql<{ phone: string; at: string }>`
    select phone, sent_at as at from message_record
     where channel = 'voice' and phone = any(${phones}) and sent_at > ${new Date(at.getTime() - minuteMs)}
       and sent_at <= ${new Date(at.getTime() + toleratedMs)}
    union all
    select phone, least(state_at, ${at}) from message_record
     where channel = 'voice' and phone = any(${phones}) and state = 'sending' and not id = any(${claimed.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  )
  const recent = new Map(
    phones.map((phone) => [phone, rows.filter((row) => row.phone === phone).map((row) => Date.parse(row.at))]),
  )
  const others = claimed.filter(({ priority }) => priority > 0).map(({ phone }) => phone)
  const kept = others.length === 0 ? new Set<string>() : await awaitAlarms(tx, others, at)
  const called: ClaimedRecord[] = []
  for (const record of claimed) {
    const times = recent.get(record.phone) ?? []
    const givesWay = record.priority > 0 && kept.has(record.phone)
    if (times.length < limits.voiceCallsAMinute && !givesWay) {
      times.push(at.getTime())
      called.push(record)
      continue
    }
    const [since = at.getTime()] = times.toSorted((a, b) => a - b).slice(-limits.voiceCallsAMinute)
    const dueAt = new Date(since + minuteMs)
    await tx
      .updateTable('message_record')
      .set({ state: 'queued', attempts: record.attempts - 1, claimed_until: null, due_at: dueAt, state_at: at })
      .where('id', '=', record.id)
      .where('created_at', '=', record.created_at)
      .execute()
  }
  const waiting = await tx
    .selectFrom('message_record')
    .select(['phone', (e) => e.fn.countAll<number>().as('count')])
    .where('state', '=', 'queued')
    .where('channel', '=', 'voice')
    .where('priority', '=', 0)
    .where(sql<boolean>`phone = any(${phones})`)
    .groupBy('phone')
    .execute()
  const announced: ClaimedRecord[] = []
  for (const record of called) {
    const count = waiting.find(({ phone }) => phone === record.phone)?.count ?? 0
    const suffix = count > 0 && record.priority === 0 ? translate(record.language, 'said.held', { count }) : ''
    announced.push(suffix === '' ? record : { ...record, content: record.content + suffix })
  }
  return announced
}

/**
 * Claims what is due, in its own transaction; sending happens outside. Concurrent processes claim other rows. A record that is not settled
 * before its lease ends is sent again with the same key.
 */
export const claimRecords = (db: Db, options: ClaimOptions): Promise<ClaimedRecord[]> =>
  db.transaction().execute(async (tx) => {
    // Another process may freeze while it holds the lock for calls.
    await giveUpOnLocks(tx, 2_000)
    const claimed = await dropNeedless(tx, await claimDue(tx, options), options.at)
    if (claimed.length === 0) return []
    const kept = claimed.some(mayFold) ? await foldStorm(tx, claimed, options) : claimed
    return options.channel === 'voice' ? holdBack(tx, kept, options.at) : kept
  })

/**
 * Records the provider of an attempt, because its receipts may arrive before the attempt has ended. It does not wait for a locked record: then the outcome
 * names the provider.
 * @returns whether this claim may still send the record
 */
export const noteProvider = async (
  db: Db,
  { id, created_at, attempts }: ClaimedRecord,
  provider: { readonly id: number; readonly name: string },
): Promise<boolean> => {
  const isOurs = sql`id = ${id} and created_at = ${created_at} and state = 'sending' and attempts = ${attempts}`
  const { rows } = await sql`
    with noted as (update message_record set provider_id = ${provider.id}, provider_name = ${provider.name} where ${claims.isFree(isOurs)})
    select from message_record where ${isOurs}`.execute(db)
  return rows.length > 0
}
