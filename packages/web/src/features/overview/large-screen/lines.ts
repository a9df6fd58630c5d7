import type { AlarmRow } from '@emberwatch/contract'
import type { OffPage } from '../../../kit/list/held-rows.ts'
import { isFire, urgencyOf, type QueuedAlarm } from '../../alarms/alarm/queued-alarm.ts'

/** A line of the ticker. `row` is missing until the list of open alarms has been read after the event. */
export interface Line {
  readonly alarm: QueuedAlarm
  readonly row: AlarmRow | undefined
}

const isWaiting = ({ row }: Line): boolean => row === undefined || row.state === 'unconfirmed'

/** A fire that nobody has confirmed; not a test. */
export const isBurning = (line: Line): boolean => isFire(line.alarm) && isWaiting(line)

export const keyOfLine = ({ alarm }: Line): string => String(alarm.id)

/**
 * The open alarms as they are dealt with: waiting ones first, by level, then oldest first; but the newest waiting fire stands in front of
 * all, because nobody scrolls on a wall. Fires that the stream has just brought are there before any list has them.
 */
export const linesOf = (rows: readonly AlarmRow[], waiting: Iterable<QueuedAlarm>): readonly Line[] => {
  const listed = new Set(rows.map(({ id }) => id))
  const fresh = [...waiting].filter(({ id }) => !listed.has(id)).map((alarm): Line => ({ alarm, row: undefined }))
  const lines = [...fresh, ...rows.map((row): Line => ({ alarm: row, row }))].toSorted(
    (a, b) =>
      Number(isWaiting(b)) - Number(isWaiting(a)) ||
      urgencyOf(a.alarm) - urgencyOf(b.alarm) ||
      Date.parse(a.alarm.raisedAt) - Date.parse(b.alarm.raisedAt) ||
      a.alarm.id - b.alarm.id,
  )
  const newest = lines.findLast(isBurning)
  return newest ? [newest, ...lines.filter((line) => line !== newest)] : lines
}

/** What has become of lines that are held in place. */
export const offLines = (held: readonly Line[], lines: readonly Line[]): OffPage<Line> => {
  const open = new Map(lines.map((line) => [keyOfLine(line), line]))
  return { values: held.flatMap((line) => open.get(keyOfLine(line)) ?? []), isGone: (key) => !open.has(key) }
}
