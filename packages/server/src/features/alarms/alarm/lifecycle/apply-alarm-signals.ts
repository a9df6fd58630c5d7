import type pg from 'pg'
import {
  closeOpenAlarms,
  insertJourneySteps,
  lockOpenAlarms,
  openAlarms,
  type JourneyStep,
  type OpenAlarmRow,
} from '../../alarms/alarm/alarm.batch.ts'
import { restoreAlarms } from '../../alarms/alarm/restore.batch.ts'
import { emitAlarmEvent, pointName } from './alarm-change.ts'
import type { AlarmChange, FoldedRaise, OpenedAlarm } from './alarm-change.ts'
import { foldAlarms } from './fold-alarms.ts'
import { gatewayIdOf } from './gateway-cache.ts'
import { insertRaised } from './insert-raised.ts'
import type { BatchEffects } from './batch-effects.ts'
import { foldChanges } from './fold-changes.ts'
import type { Later } from './ingest-connection.ts'

/**
 * Raises, folds and restores alarms (domain.md, "Alarms and faults") in a few statements, however many there are. Each change carries the
 * time its message was received, and a late one never undoes a newer one: with several processes, a gateway's messages may be written out
 * of order.
 */
export async function writeAlarms(
  client: pg.ClientBase,
  changes: readonly AlarmChange[],
  effects: BatchEffects,
  at: Date,
  later: Later,
): Promise<void> {
  if (changes.some(({ action }) => action === 'restore')) await lockOpenAlarms(client, changes)
  for (const { raises, restores } of foldChanges(changes)) {
    if (raises.length > 0) await raise(client, raises, effects, at, later)
    if (restores.length > 0) await restore(client, restores, effects, later)
  }
}

async function raise(
  client: pg.ClientBase,
  raises: readonly FoldedRaise[],
  effects: BatchEffects,
  at: Date,
  later: Later,
): Promise<void> {
  const { fresh, folded } = await open(client, raises)
  const journey: JourneyStep[] = []
  if (fresh.length > 0) insertRaised(client, fresh, effects, journey, at, later)
  if (folded.length > 0) {
    const stale = await foldAlarms(client, folded, effects, journey)
    if (stale.length > 0) insertRaised(client, await reopen(client, stale), effects, journey, at, later)
  }
  later(insertJourneySteps(client, journey))
}

/** Finds the open alarm for each point and type, or reserves a row for a new one. */
async function open(
  client: pg.ClientBase,
  raises: readonly FoldedRaise[],
): Promise<{ fresh: OpenedAlarm[]; folded: OpenedAlarm[] }> {
  const rows = await openAlarms(
    client,
    raises.map(({ first, lastAt }) => ({
      point: first.point,
      typeId: first.typeId,
      at: first.at,
      lastAt,
      owner: first.owner,
      gatewayId: gatewayIdOf(first.gateway),
      deviceId: first.device?.id ?? null,
      tried: first.message.triedBy !== undefined,
    })),
  )
  const found = new Map(rows.map((row) => [`${row.type_id} ${row.point}`, row]))
  const fresh: OpenedAlarm[] = []
  const folded: OpenedAlarm[] = []
  for (const alarm of raises) {
    const row = found.get(`${alarm.first.typeId} ${alarm.first.point}`)
    if (row === undefined) throw new Error('no open-alarm row for a raise')
    ;(row.raised ? fresh : folded).push({ alarm: ownedBy(alarm, row), row })
  }
  return { fresh, folded }
}

/** The raise, with the present owner of its place. */
function ownedBy(alarm: FoldedRaise, { company_id: companyId, path, customer_id: customerId }: OpenAlarmRow): FoldedRaise {
  const { owner } = alarm.first
  if (owner.companyId === companyId && owner.path === path && owner.customerId === customerId) return alarm
  return { ...alarm, first: { ...alarm.first, owner: { ...owner, companyId, path, customerId } } }
}

/** Replaces rows whose alarm is no longer open here: nothing may fold into an alarm that nobody sees. */
async function reopen(client: pg.ClientBase, stale: readonly OpenedAlarm[]): Promise<OpenedAlarm[]> {
  await closeOpenAlarms(
    client,
    stale.map(({ row }) => row.alarm_id),
  )
  const { fresh } = await open(
    client,
    stale.map(({ alarm }) => alarm),
  )
  if (fresh.length < stale.length) throw new Error('no open-alarm row for a raise')
  return fresh
}

async function restore(
  client: pg.ClientBase,
  restores: readonly AlarmChange[],
  effects: BatchEffects,
  later: Later,
): Promise<void> {
  const rows = await restoreAlarms(client, restores)
  const byKey = new Map(restores.map((change) => [`${change.typeId} ${change.point}`, change]))
  const journey: JourneyStep[] = []
  for (const row of rows) {
    const change = byKey.get(`${row.type_id} ${row.point}`)
    if (change === undefined) continue
    journey.push({ id: row.id, at: change.at, step: 'restored', detail: {} })
    effects.audit('alarm.restore', 'alarm', row.id, pointName(change), change.owner, { sourceActive: [true, false] })
    emitAlarmEvent(effects, 'restored', change, row)
  }
  later(insertJourneySteps(client, journey))
}
