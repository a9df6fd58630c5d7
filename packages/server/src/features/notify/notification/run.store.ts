import type { EnumValue, NotifyRule } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import { createRetried } from '../../../platform/outbox/retried.ts'
import type {
  NotificationRunTable,
  Progress,
  StepLeftOut,
  NotifiedPerson,
  StoredRule,
} from '../../../tables/notifications.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import { notifyChannel } from '../../alarms/notify-cause/cause.batch.ts'
import type { StoredCause } from '../../alarms/notify-cause/waiting-causes.ts'
import type { RecordFact } from './decide.ts'

type Db = Kysely<Tables>
export type StoredRun = Selectable<NotificationRunTable>

/** Pairs of rule and cause that already have a run: an event starts each rule once. */
export const startedRules = async (tx: Db, causes: readonly StoredCause[]): Promise<Set<string>> => {
  const { rows } = await sql<{ kind: string; object_id: number; round_at: string; rule_id: number }>`
    select c.kind, c.object_id, c.round_at, c.rule_id from notification_run_cause c
      join unnest(${causes.map(({ kind }) => kind)}::text[], ${causes.map((cause) => cause.object_id)}::bigint[],
        ${causes.map((cause) => cause.round_at)}::timestamptz[]) as u (kind, object_id, round_at)
      on c.kind = u.kind and c.object_id = u.object_id and c.round_at = u.round_at`.execute(tx)
  return new Set(rows.map((row) => causeKey(row, row.rule_id)))
}

export const causeKey = (
  { kind, object_id, round_at }: { readonly kind: string; readonly object_id: number; readonly round_at: string },
  ruleId: number,
): string => `${kind} ${object_id} ${round_at} ${ruleId}`

/** Rules that merge are started one after the other, across all processes; two at once would start two messages. */
export const lockMerging = async (tx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('notification.merge'))`.execute(tx)
}

/** The latest run of a rule at a project that further events may join or have to wait for. */
export const mergingRun = (tx: Db, ruleId: number, projectId: number, event: EnumValue<'notifyEvent'>, at: string) =>
  tx
    .selectFrom('notification_run')
    .select(['id', 'state', 'started_at', 'merges_until', 'progress'])
    .where('rule_id', '=', ruleId)
    .where('project_id', '=', projectId)
    .where('event', '=', event)
    .where('fire', '=', false)
    .where('merges_until', '>', at)
    .orderBy('merges_until', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

export interface NewRun {
  readonly cause: StoredCause
  readonly ruleId: number
  readonly rule: NotifyRule
  readonly fire: boolean
  readonly startedAt: Date
  readonly mergesUntil: Date | null
}

export const insertRuns = async (tx: Db, runs: readonly NewRun[], at: Date): Promise<number[]> => {
  if (runs.length === 0) return []
  const progress: Progress = { done: 0, legs: [], seenAt: at.getTime() }
  const rows = await tx
    .insertInto('notification_run')
    .values(
      runs.map(({ cause, ruleId, rule, fire, startedAt, mergesUntil }) => {
        const { steps, stopWhen, activeHours, language, mergeWindowS } = rule
        const kept: StoredRule = { steps, stopWhen, activeHours, language, mergeWindowS }
        return {
          company_id: cause.company_id,
          path: cause.path,
          customer_id: cause.customer_id,
          project_id: cause.project_id,
          device_id: cause.device_id,
          alarm_id: cause.kind === 'fault' ? null : cause.object_id,
          fault_id: cause.kind === 'fault' ? cause.object_id : null,
          event: cause.kind,
          fire,
          rule_id: ruleId,
          rule_name: rule.name,
          rule: JSON.stringify(kept),
          started_at: startedAt,
          merges_until: mergesUntil,
          progress: JSON.stringify(progress),
          due_at: at,
          next_step_at: startedAt,
        }
      }),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Inserts the events of runs, both new and joined ones. */
export const insertRunCauses = async (
  tx: Db,
  causes: readonly { readonly runId: number; readonly ruleId: number; readonly cause: StoredCause }[],
): Promise<void> => {
  if (causes.length === 0) return
  await tx
    .insertInto('notification_run_cause')
    .values(
      causes.map(({ runId, ruleId, cause }) => ({
        run_id: runId,
        rule_id: ruleId,
        kind: cause.kind,
        object_id: cause.object_id,
        first_at: cause.first_at,
        round_at: cause.round_at,
        clock: cause.clock,
        type_id: cause.type_id,
        device_id: cause.device_id,
        level: cause.level,
      })),
    )
    .execute()
}

/** Takes the nudges left by people, records and sites, and makes their runs due now. */
export const takeNudges = async (db: Db, at: Date): Promise<void> => {
  await sql`
    with wanted as (select ctid, run_id from notification_nudge limit 10000 for update skip locked),
    running as (select id from notification_run where id in (select run_id from wanted) and state = 'running'),
    free as (select id from notification_run where id in (select id from running) order by id for update skip locked),
    -- One on which another process works is looked at once more after that.
    taken as (delete from notification_nudge where ctid in (
      select ctid from wanted where run_id in (select id from free) or run_id not in (select id from running)))
    update notification_run set due_at = ${at} where id in (select id from free) and state = 'running' and due_at > ${at}`.execute(
    db,
  )
}

/** The state of the messages and calls that runs wait for, by key. */
export const recordFacts = async (tx: Db, runs: readonly StoredRun[]): Promise<Map<string, RecordFact>> => {
  const keys = runs.flatMap(({ progress }) => progress.legs.flatMap(({ key }) => key ?? []))
  if (keys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('message_record')
    .select(['key', 'state', 'sent_at'])
    .where(sql<boolean>`run_id = any(${runs.map(({ id }) => id)}::bigint[])`)
    .where(sql<boolean>`key = any(${keys}::uuid[])`)
    .execute()
  return new Map(rows.map(({ key, state, sent_at: sent }) => [key, { state, sentAt: sent === null ? null : Date.parse(sent) }]))
}

export interface RunChange {
  readonly id: number
  readonly started_at: string
  readonly progress: Progress
  readonly state: EnumValue<'runState'>
  readonly due_at: string | null
  readonly next_step_at: string | null
  readonly stop_reason: EnumValue<'runStop'> | null
  readonly stopped_by: string | null
  readonly stopped_at: string | null
}

export const updateRuns = async (tx: Db, changes: readonly RunChange[]): Promise<void> => {
  await sql`
    update notification_run r set started_at = u.started_at, progress = u.progress, state = u.state, due_at = u.due_at, next_step_at = u.next_step_at,
        stop_reason = u.stop_reason, stopped_by = u.stopped_by, stopped_at = u.stopped_at, tries = 0, failure = null
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as u (id bigint, started_at timestamptz, progress jsonb, state text, due_at timestamptz,
        next_step_at timestamptz, stop_reason text, stopped_by text, stopped_at timestamptz)
     where r.id = u.id`.execute(tx)
}

export interface StepRow {
  readonly run_id: number
  readonly step: number
  readonly round: number
  readonly due_at: string
  readonly at: string
  readonly left_out: readonly StepLeftOut[]
}

/** Inserts steps. The key of a step that was already carried out is taken, so it cannot be repeated. */
export const insertSteps = async (tx: Db, steps: readonly StepRow[]): Promise<void> => {
  if (steps.length === 0) return
  await tx
    .insertInto('notification_step')
    .values(steps.map(({ left_out: leftOut, ...step }) => ({ ...step, left_out: JSON.stringify(leftOut) })))
    .execute()
}

export const addNotified = async (
  tx: Db,
  notified: readonly {
    readonly run_id: number
    readonly step: number
    readonly round: number
    readonly told: readonly NotifiedPerson[]
  }[],
): Promise<void> => {
  if (notified.length === 0) return
  await sql`
    update notification_step s set told = s.told || u.told
      from jsonb_to_recordset(${JSON.stringify(notified)}::jsonb) as u (run_id bigint, step integer, round integer, told jsonb)
     where s.run_id = u.run_id and s.step = u.step and s.round = u.round`.execute(tx)
}

/** Of these rules, those still in force, with their company's path. Rules that were switched off or deleted call nobody any more. */
export const standingRules = async (tx: Db, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await tx
    .selectFrom('notify_rule')
    .select(['id', 'path'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/**
 * Alarms of a run that nobody has confirmed or closed, with the person who has taken their site. An alarm raised again since belongs to
 * another run, or to none: nobody has responded to it.
 */
export const openAlarmsOf = async (db: Db, runId: number) => {
  const { rows } = await sql<{ id: number; raisedAt: string; projectId: number | null; holderId: number | null; tried: boolean }>`
    select distinct a.id, coalesce(a.raised_at, a.first_at) as "raisedAt", a.project_id as "projectId", h.account_id as "holderId",
        a.tried_by is not null as tried
      from notification_run_cause c join alarm a on a.id = c.object_id and a.first_at = c.first_at and c.kind <> 'fault'
      left join desk_hold h on h.project_id = a.project_id
     where c.run_id = ${runId} and a.state = 'unconfirmed' and coalesce(a.raised_at, a.first_at) <= c.round_at
       and not exists (select from notification_run_cause newer where newer.kind = 'alarm' and newer.object_id = c.object_id and newer.round_at > c.round_at)
     order by a.id`.execute(db)
  return rows
}

/** A run of an alarm, locked against the engine. */
export const runOfAlarm = (db: Db, id: number, alarmId: number): Promise<StoredRun | undefined> =>
  db
    .selectFrom('notification_run')
    .selectAll()
    .where('id', '=', id)
    .where('id', 'in', (e) =>
      e
        .selectFrom('notification_run_cause')
        .select('run_id')
        .where('kind', 'in', ['alarm', 'breach'])
        .where('object_id', '=', alarmId),
    )
    .forUpdate('notification_run')
    .executeTakeFirst()

/** Brings the remaining steps forward by `ms`, and makes the engine look at the run at once. */
export const bringForward = async (tx: Db, id: number, ms: number, at: Date): Promise<void> => {
  await sql`
    update notification_run set started_at = started_at - make_interval(secs => ${ms / 1000}), next_step_at = ${at}, due_at = ${at}
     where id = ${id}`.execute(tx)
  await announce(tx, notifyChannel)
}

/** Ends a run because a person without an account took it over by phone. `wasRunning`: it had not already ended. */
export const stopByPhone = async (
  tx: Db,
  id: number,
  by: string,
  at: Date,
): Promise<StoredRun & { readonly wasRunning: boolean }> => {
  const run = await tx.selectFrom('notification_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const wasRunning = run.state === 'running'
  if (wasRunning)
    await tx
      .updateTable('notification_run')
      .set({
        state: 'stopped',
        stop_reason: 'tookByPhone',
        stopped_by: by,
        stopped_at: at,
        due_at: null,
        next_step_at: null,
        progress: JSON.stringify({ ...run.progress, legs: [] }),
      })
      .where('id', '=', id)
      .execute()
  return { ...run, wasRunning }
}

/** A run is tried again until its events end. */
export const retriedRuns = createRetried({
  name: 'notification_run',
  due: 'due_at',
  since: 'due_at',
  isOpen: sql`state = 'running'`,
})
