import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { copyRows, copyText, copyTime } from '../../../../platform/database/copy-in.ts'
import type { Write } from '../../../../platform/transact.ts'
import type { Tables } from '../../../../tables/index.ts'
import type { FirstSteps } from './journey.reads.ts'

type Db = Kysely<Tables>
type Detail = Readonly<Record<string, unknown>>

/** A step that a report is. Steps before the alarm was stored are in the detail of `stored` (journey.reads.ts). */
export type ReportedStep = { readonly id: number; readonly at: Date } & (
  | { readonly step: 'stored'; readonly detail: FirstSteps }
  | {
      readonly step: 'repeated' | 'raisedAgain' | 'restored' | 'breached' | 'notificationQueued'
      readonly detail: Detail
    }
)

/** Adds the steps of a batch of reports to the journeys of alarms. */
export const copySteps = async (client: pg.ClientBase, steps: readonly ReportedStep[]): Promise<void> => {
  const lines = steps.map(({ id, at, step, detail }) => `${id}\t${copyTime(at)}\t${step}\t${copyText(JSON.stringify(detail))}\n`)
  await copyRows(client, 'copy alarm_journey (alarm_id, at, step, detail) from stdin', lines)
}

/** A step of an alarm's journey. `by`: the account that took it. */
export interface Step {
  readonly alarmId: number
  readonly step: EnumValue<'journeyStep'>
  readonly at: Date | string
  readonly by?: number | null
  readonly detail?: Detail
}

/** Adds steps to the journeys of alarms within a write. One statement for any number of steps. */
export const insertSteps = async (db: Db, steps: readonly Step[]): Promise<void> => {
  if (steps.length === 0) return
  const rows = steps.map(({ alarmId, step, at, by = null, detail = {} }) => ({
    alarm_id: alarmId,
    at,
    step,
    actor_id: by,
    detail,
  }))
  await sql`
    insert into alarm_journey (alarm_id, at, step, actor_id, detail)
    select alarm_id, at, step, actor_id, detail from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as step (alarm_id bigint, at timestamptz, step text, actor_id bigint, detail jsonb)`.execute(db)
}

/** Records who is notified of alarms now, and who is not and why. */
export const recordNotified = (
  tx: Db,
  steps: readonly { readonly alarmId: number; readonly detail: Detail }[],
  at: Date,
): Promise<void> =>
  insertSteps(
    tx,
    steps.map((step) => ({ ...step, step: 'notificationQueued', at })),
  )

/** The result of a message or call about an alarm. */
export interface NotificationStep {
  readonly alarmId: number
  readonly step: 'notificationSent' | 'notificationDelivered' | 'notificationAnswered' | 'notificationFailed'
  readonly detail: Detail
}

/** Records the results of messages or calls, in the transaction that records the results. */
export const recordNotifications = (tx: Db, steps: readonly NotificationStep[], at: Date): Promise<void> =>
  insertSteps(
    tx,
    steps.map((step) => ({ ...step, at })),
  )

/** A person who was called pressed 1 to take over, and has no account with which to confirm the alarm. */
export const recordTaken = (tx: Db, alarmIds: readonly number[], receiver: string, at: Date): Promise<void> =>
  insertSteps(
    tx,
    alarmIds.map((alarmId) => ({
      alarmId,
      step: 'notificationAnswered',
      at,
      detail: { receiver, channel: 'voice', tookOver: true },
    })),
  )

/** Adds a step to the journeys of all open alarms of a site, in one statement: there may be thousands. */
export const recordSiteStep = async (
  { systemDb, at, by }: Write,
  projectId: number,
  states: readonly EnumValue<'alarmState'>[],
  { step, detail }: { step: EnumValue<'journeyStep'>; detail: Detail },
): Promise<void> => {
  await sql`
    insert into alarm_journey (alarm_id, at, step, actor_id, detail)
    select id, ${at}, ${step}, ${by}, ${JSON.stringify(detail)}::jsonb from alarm where project_id = ${projectId} and state = any(${[...states]})`.execute(
    systemDb,
  )
}
