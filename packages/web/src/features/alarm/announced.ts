import type { AlarmNews, AlarmRow, LiveEvent } from '@emberwatch/contract'

/** An alarm of the queue. */
export type Announced = Pick<
  AlarmRow,
  'id' | 'code' | 'level' | 'typeNameZh' | 'typeNameEn' | 'projectName' | 'deviceName' | 'deviceCode' | 'roomNumber' | 'raisedAt'
> & {
  /** Known once the list of open alarms has been read. */
  acknowledgeDueAt: string | null
}

/** A confirmed alarm whose source reports anew: a new fire until somebody says otherwise (domain.md). */
export const isAgain = ({ change }: LiveEvent): boolean => change === 'raisedAgain'

/** Does an event announce an alarm? */
export const announces = (event: LiveEvent): boolean => event.change === 'raised' || isAgain(event)

/** A raised alarm, from the event's own data: no call stands between the report and the screen. */
export const announcedOf = (event: LiveEvent, now = Date.now()): Announced => {
  const { code, level, typeNameZh, typeNameEn, projectName, deviceName, deviceCode, roomNumber, firstAt } =
    event.data as AlarmNews
  return {
    id: Number(event.id),
    code,
    level,
    typeNameZh,
    typeNameEn,
    projectName,
    deviceName,
    deviceCode,
    roomNumber,
    // The list, which comes next, knows it exactly.
    raisedAt: isAgain(event) ? new Date(now).toISOString() : firstAt,
    acknowledgeDueAt: null,
  }
}

/** Is it over for the queue? A repeat or the end of the source's condition are not: somebody must still act. */
export const settles = ({ change }: LiveEvent): boolean =>
  change === 'confirmed' || change === 'cleared' || change === 'misreport'

/** The alarms of one site that wait for somebody. */
export interface WaitingSite {
  readonly name: string | null
  /** The gravest first, then the oldest. */
  readonly alarms: readonly Announced[]
  readonly fires: number
}

const urgency: Record<AlarmRow['level'], number> = { fire: 0, warning: 1, notice: 2 }

/** The order in which alarms are to be taken: fires before all others, the oldest first (screens.md, "Queue behaviour"). */
const before = (a: Announced, b: Announced): number =>
  urgency[a.level] - urgency[b.level] || Date.parse(a.raisedAt) - Date.parse(b.raisedAt) || a.id - b.id

/** Waiting alarms by site: the site whose fire has waited longest stands first. */
export const sitesOf = (waiting: Iterable<Announced>): WaitingSite[] => {
  const sites = Map.groupBy([...waiting].sort(before), ({ projectName }) => projectName)
  return [...sites].map(([name, alarms]) => ({ name, alarms, fires: alarms.filter(({ level }) => level === 'fire').length }))
}
