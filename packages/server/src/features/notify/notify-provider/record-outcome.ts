import { reachedStates } from '@emberwatch/contract'
import { sql, type Transaction } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import { nameShown, privateTypes } from '../../../platform/mask.ts'
import { storeEvents, type EventDraft } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { noteNumbers } from '../../base/message-record/called-numbers.ts'
import { notifyChannel } from '../../alarms/notify-cause/cause.batch.ts'
import { recordReached, type Reached } from '../../alarms/alarm/reached.ts'
import { recordReachedAgain, recordUnreached } from '../../alarms/alarm/record-unreached.ts'
import { recordNotifications, type NotificationStep } from '../../alarms/alarm/lifecycle/journey.ts'
import type { ChangedRecord } from '../../base/message-record/settle-records.ts'
import { notifyOfUnreached } from './notify-of-unreached.ts'

type Tx = Transaction<Tables>

/** States that are a step of the alarm's journey; the others are not. */
const steps: Readonly<Partial<Record<ChangedRecord['state'], NotificationStep['step']>>> = {
  sent: 'notificationSent',
  delivered: 'notificationDelivered',
  read: 'notificationDelivered',
  answered: 'notificationAnswered',
  busy: 'notificationFailed',
  noAnswer: 'notificationFailed',
  refused: 'notificationFailed',
  failed: 'notificationFailed',
}

/** A message that a provider has accepted counts until its receipt says otherwise: not all have receipts. */
const got: readonly ChangedRecord['state'][] = ['sent', 'delivered', 'read', 'answered']
const missed: readonly ChangedRecord['state'][] = ['busy', 'noAnswer', 'refused', 'failed']

/** The run of a record, or that of the record it was sent again for. */
const runOf = ({ run_id, resent_run_id }: ChangedRecord): number | null => run_id ?? resent_run_id

/** Runs of rules of companies above. Their people are hidden from others who see the alarm, as in the steps that the engine writes. */
const runsOfAbove = async (tx: Tx, changed: readonly ChangedRecord[]): Promise<ReadonlySet<number>> => {
  const ids = [...new Set(changed.flatMap((record) => (record.alarm_id === null ? [] : (runOf(record) ?? []))))]
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('notification_run as run')
    .innerJoin('notify_rule as rule', 'rule.id', 'run.rule_id')
    .select('run.id')
    .where('run.id', 'in', ids)
    .whereRef('rule.path', '<>', 'run.path')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Messages of the program itself to staff of companies above the alarm's, such as those who are told that nobody was reached. */
const toStaffAbove = async (tx: Tx, changed: readonly ChangedRecord[]): Promise<ReadonlySet<number>> => {
  const own = changed.flatMap(({ id, cause, alarm_id: alarmId, path }) =>
    cause === 'system' && alarmId !== null ? [{ id, alarmId, path }] : [],
  )
  if (own.length === 0) return new Set()
  const ids = own.map(({ alarmId }) => alarmId)
  const alarms = await tx.selectFrom('alarm').select(['id', 'path']).where('id', 'in', ids).execute()
  return new Set(
    own.flatMap(({ id, alarmId, path }) => (alarms.find((alarm) => alarm.id === alarmId)?.path === path ? [] : [id])),
  )
}

/** Accounts of private persons, whose names the journey masks, as all lists do. */
const privateAccounts = async (tx: Tx, changed: readonly ChangedRecord[]): Promise<ReadonlyMap<number, string>> => {
  const ids = [...new Set(changed.flatMap(({ alarm_id, account_id }) => (alarm_id === null ? [] : (account_id ?? []))))]
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'type'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('type', 'in', privateTypes)
    .execute()
  return new Map(rows.map(({ id, type }) => [id, type]))
}

interface Named {
  readonly above: ReadonlySet<number>
  readonly staffAbove: ReadonlySet<number>
  readonly persons: ReadonlyMap<number, string>
}

const stepOf = (record: ChangedRecord, { above, staffAbove, persons }: Named, again: boolean): NotificationStep[] => {
  const step = steps[record.state]
  if (step === undefined || record.alarm_id === null) return []
  const { id, channel, account_id: accountId, provider_name: provider, state } = record
  const runId = runOf(record)
  const { failure_kind: reason, copy_of: copyOf } = record
  const name = nameShown(persons.get(accountId ?? 0) ?? null, record.receiver)
  const isAbove = staffAbove.has(id) || (accountId !== null && runId !== null && above.has(runId))
  const receiver = isAbove ? '' : name
  const more = { ...(step === 'notificationFailed' && reason !== null ? { reason } : {}), ...(copyOf === null ? {} : { copyOf }) }
  return [
    {
      alarmId: record.alarm_id,
      step,
      detail: { recordId: id, channel, receiver, provider, state, ...more, ...(again ? { again } : {}) },
    },
  ]
}

const reachedBy = ({ alarm_id: alarmId, channel, state }: ChangedRecord): Reached[] =>
  alarmId !== null && reachedStates[channel].includes(state) ? [{ alarmId, channel }] : []

const eventOf = ({ id, path, customer_id, project_id, state }: ChangedRecord): EventDraft => ({
  kind: 'message',
  change: state,
  objectId: id,
  owner: { path, customerId: customer_id, projectId: project_id },
})

/**
 * What follows from changed records: facts about their numbers, the journeys of their alarms, the waiting engine, and open lists.
 * @param again they failed and a copy of each is sent instead
 */
export const recordOutcomes = async (tx: Tx, changed: readonly ChangedRecord[], at: Date, again = false): Promise<void> => {
  if (changed.length === 0) return
  await noteNumbers(tx, changed, at)
  const named = {
    above: await runsOfAbove(tx, changed),
    staffAbove: await toStaffAbove(tx, changed),
    persons: await privateAccounts(tx, changed),
  }
  await recordNotifications(
    tx,
    changed.flatMap((record) => stepOf(record, named, again)),
    at,
  )
  await recordReached(tx, changed.flatMap(reachedBy))
  const ofRules = changed.filter(({ cause }) => cause === 'rule')
  const attemptsIn = (states: readonly ChangedRecord['state'][]) =>
    ofRules
      .filter(({ state }) => states.includes(state))
      .map((record) => ({
        recordIds: record.copy_of === null ? [record.id] : [record.id, record.copy_of],
        runId: runOf(record),
        alarmId: record.alarm_id,
      }))
  await recordReachedAgain(tx, attemptsIn(got), at)
  const events = await notifyOfUnreached(tx, await recordUnreached(tx, attemptsIn(missed), at), at)
  // A million messages of a task would only flood the consoles; the task's page has counts.
  const own = changed.filter(({ priority, state }) => priority < 2 && state !== 'queued').map(eventOf)
  await storeEvents(tx, [...own, ...events], at)
  if (changed.some(({ state, cause }) => cause === 'rule' && state !== 'queued')) await announce(tx, notifyChannel)
}
