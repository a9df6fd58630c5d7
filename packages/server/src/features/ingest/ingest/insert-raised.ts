import type pg from 'pg'
import { insertAlarms, type JourneyStep } from '../../alarms/alarm/alarm.batch.ts'
import { addCause, emitAlarmEvent, pointName } from './alarm-change.ts'
import type { OpenedAlarm } from './alarm-change.ts'
import { gatewayIdOf } from './gateway-cache.ts'
import type { Later } from './ingest-connection.ts'
import type { BatchEffects } from './batch-effects.ts'

/** Inserts new alarms under their reserved ids. */
export function insertRaised(
  client: pg.ClientBase,
  fresh: readonly OpenedAlarm[],
  effects: BatchEffects,
  journey: JourneyStep[],
  at: Date,
  later: Later,
): void {
  const alarms = fresh.map(({ alarm: { first, repeats, lastAt }, row }) => ({
    id: row.alarm_id,
    owner: first.owner,
    gatewayId: gatewayIdOf(first.gateway),
    deviceId: first.device?.id ?? null,
    deviceCode: first.deviceCode,
    typeId: first.typeId,
    level: first.type.level,
    format: first.format,
    code: first.code,
    reportId: first.reportId,
    repeats,
    firstAt: first.at,
    lastAt,
    deviceTime: first.deviceTime ?? null,
    acknowledgeS: first.type.acknowledgeS,
    test: row.test,
    triedBy: first.message.triedBy ?? null,
    notify: first.notify,
  }))
  later(insertAlarms(client, alarms, at))
  for (const { alarm, row } of fresh) {
    const { first } = alarm
    const id = row.alarm_id
    if (first.message.triedBy !== undefined) first.message.raised = id
    effects.frames.first.add(first.message)
    journey.push({
      id,
      at,
      step: 'stored',
      detail: {
        received: first.at.toISOString(),
        decoded: first.decodedAt.toISOString(),
        ...(first.deviceTime === undefined ? {} : { deviceTime: first.deviceTime.toISOString() }),
      },
    })
    // Nobody is notified of a test, unless it was raised to see who is.
    if (row.test && first.message.triedBy === undefined)
      journey.push({ id, at, step: 'notificationQueued', detail: { leftOut: [{ reason: 'onTest' }] } })
    else addCause(effects, id, first, { firstAt: row.first_at, roundAt: first.at })
    effects.audit('alarm.raise', 'alarm', id, pointName(first), first.owner, { state: [null, 'unconfirmed'] })
    emitAlarmEvent(effects, 'raised', first, {
      id,
      first_at: row.first_at,
      state: 'unconfirmed',
      level: first.type.level,
      test: row.test,
    })
  }
}
