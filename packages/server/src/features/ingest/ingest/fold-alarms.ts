import type pg from 'pg'
import { foldIntoAlarms, type JourneyStep } from '../../alarms/alarm/alarm.batch.ts'
import { addBreach, addCause, emitAlarmEvent, pointName } from './alarm-change.ts'
import type { OpenedAlarm } from './alarm-change.ts'
import type { BatchEffects } from './batch-effects.ts'

/** Repeats beyond this number are counted but not listed in the alarm's journey. */
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
      notify: alarm.first.notify,
      eachIsNew: alarm.first.eachIsNew,
      owner: alarm.first.owner,
    })),
  )
  const standing = new Map(rows.map((row) => [row.id, row]))
  for (const { alarm, row: place } of folded) {
    const row = standing.get(place.alarm_id)
    if (row === undefined) continue
    const { id, repeat_count: count, again, told, missed } = row
    if (missed !== null) {
      journey.push({ id, at: new Date(missed), step: 'breached', detail: { clock: 'close' } })
      emitAlarmEvent(effects, 'breached', alarm.first, row)
      addBreach(effects, id, alarm.first, { firstAt: row.first_at, missed, level: row.level })
      effects.audit('alarm.breach', 'alarm', id, pointName(alarm.first), alarm.first.owner, { closeDueAt: [null, missed] })
    }
    if (again || count <= LISTED_REPEATS)
      journey.push({ id, at: alarm.lastAt, step: again ? 'raisedAgain' : 'repeated', detail: { count } })
    emitAlarmEvent(effects, again ? 'raisedAgain' : 'repeated', alarm.first, row)
    if (told) addCause(effects, id, alarm.first, { firstAt: row.first_at, roundAt: alarm.lastAt })
    if (!again) continue
    effects.frames.later.add(alarm.first.message)
    effects.audit('alarm.raiseAgain', 'alarm', id, pointName(alarm.first), alarm.first.owner, {
      state: ['confirmed', 'unconfirmed'],
    })
  }
  return folded.filter(({ row }) => !standing.has(row.alarm_id))
}
