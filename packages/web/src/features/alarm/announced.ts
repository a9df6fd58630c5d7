import { alarmCode, type AlarmNews, type AlarmRow, type LiveEvent } from '@emberwatch/contract'

/** An alarm of the pop-up. */
export type Announced = Pick<
  AlarmRow,
  'id' | 'code' | 'level' | 'typeNameZh' | 'typeNameEn' | 'projectName' | 'deviceName' | 'roomNumber' | 'firstAt'
> & {
  /** Known once the list of open alarms has been read. */
  acknowledgeDueAt: string | null
}

/** The pop-up holds so many; the list has them all. */
export const popupMost = 50

const urgency: Record<AlarmRow['level'], number> = { fire: 0, warning: 1, notice: 2 }

/** A raised alarm, from the event's own data: no call stands between the report and the screen. */
export const announcedOf = ({ id, data }: LiveEvent): Announced => {
  const { level, typeNameZh, typeNameEn, projectName, deviceName, roomNumber, firstAt } = data as AlarmNews
  const code = alarmCode(Number(id), firstAt)
  return {
    id: Number(id),
    code,
    level,
    typeNameZh,
    typeNameEn,
    projectName,
    deviceName,
    roomNumber,
    firstAt,
    acknowledgeDueAt: null,
  }
}

const before = (a: Announced, b: Announced): number =>
  urgency[a.level] - urgency[b.level] || Date.parse(b.firstAt) - Date.parse(a.firstAt) || b.id - a.id

/** The pop-up with one more alarm: the gravest first, then the newest. When full, the oldest of the least grave leaves, never the new one. */
export const withAlarm = (shown: readonly Announced[], alarm: Announced): readonly Announced[] => {
  if (shown.some(({ id }) => id === alarm.id)) return shown
  const next = [...shown, alarm].sort(before)
  if (next.length <= popupMost) return next
  const leaving = next.findLast(({ id }) => id !== alarm.id)
  return next.filter((one) => one !== leaving)
}

/** Is it over for the pop-up? A repeat or the end of the source's condition are not: somebody must still act. */
export const settles = ({ change }: LiveEvent): boolean =>
  change === 'confirmed' || change === 'cleared' || change === 'misreport'

/**
 * What the list of open alarms knows better than the events heard: due times, and which alarms have been settled while the line was down.
 * @param open the unconfirmed alarms, all of them
 * @param isOld an alarm announced too lately to be missing from a list that was on its way already is not
 */
export const reconciled = (
  shown: readonly Announced[],
  open: ReadonlyMap<number, Pick<AlarmRow, 'acknowledgeDueAt'>>,
  isOld: (id: number) => boolean,
): readonly Announced[] => {
  const next = shown.flatMap((alarm) => {
    const row = open.get(alarm.id)
    if (!row) return isOld(alarm.id) ? [] : [alarm]
    return [row.acknowledgeDueAt === alarm.acknowledgeDueAt ? alarm : { ...alarm, acknowledgeDueAt: row.acknowledgeDueAt }]
  })
  return next.length === shown.length && next.every((alarm, index) => alarm === shown[index]) ? shown : next
}
