import type pg from 'pg'
import { foldIntoAlarms, type JourneyStep } from '../alarm/alarm.batch.ts'
import { emitAlarmEvent, pointName, raisedAlarm } from './alarm-change.ts'
import type { OpenedAlarm } from './alarm-change.ts'
import type { BatchEffects } from './batch-effects.ts'

/** Repeats beyond this number are counted but not listed in the journey. */
const LISTED_REPEATS = 20

/** Folds repeats into open alarms. Returns the raises whose alarm is no longer open. */
export async function foldAlarms(
  client: pg.ClientBase,
  folded: readonly OpenedAlarm[],
  effects: BatchEffects,
  journey: JourneyStep[],
): Promise<OpenedAlarm[]> {
  const rows = await foldIntoAlarms(
    client,
    folded.map(({ alarm, row }) => ({
      id: row.alarm_id,
      firstAt: row.first_at,
      times: alarm.repeats + 1,
      lastAt: alarm.lastAt,
      acknowledgeS: alarm.first.type.acknowledgeS,
      test: row.test,
      mergeWindowS: alarm.first.mergeWindowS,
      owner: alarm.first.owner,
    })),
  )
  const standing = new Map(rows.map((row) => [row.id, row]))
  for (const { alarm, row: place } of folded) {
    const row = standing.get(place.alarm_id)
    if (row === undefined) continue
    const { id, repeat_count: count, again, merged } = row
    if (again || count <= LISTED_REPEATS)
      journey.push({ id, at: alarm.lastAt, step: again ? 'raisedAgain' : 'repeated', detail: { count } })
    emitAlarmEvent(effects, again ? 'raisedAgain' : 'repeated', alarm.first, row)
    if (!again) continue
    effects.raised.push(raisedAlarm(id, alarm.first, new Date(row.first_at), true, merged))
    effects.audit('alarm.raiseAgain', 'alarm', id, pointName(alarm.first), alarm.first.owner, {
      state: ['confirmed', 'unconfirmed'],
    })
  }
  return folded.filter(({ row }) => !standing.has(row.alarm_id))
}
