import type { DutyNow } from '@emberwatch/contract'
import type { OffPage } from '../../../kit/list/held-rows.ts'
import { isFire, urgencyOf, type QueuedAlarm } from './queued-alarm.ts'
import { browserStore } from '../../../storage.ts'

/** A row of the queue: an alarm, or the lesser alarms of one site, if they are many. */
export type QueueEntry =
  | { readonly key: string; readonly alarm: QueuedAlarm; readonly site?: undefined }
  | { readonly key: string; readonly alarm?: undefined; readonly site: QueuedSite; readonly alarms: readonly QueuedAlarm[] }

/** Key of the site, because two sites may have the same name. */
export type QueuedSite = Pick<QueuedAlarm, 'projectId' | 'projectName'>

/** Real, and no fire. */
const isLesser = (alarm: QueuedAlarm): boolean => !isFire(alarm) && !alarm.test

/** From this many lesser alarms of one site, they share a row. */
export const stormFrom = 4

/**
 * The rows of the queue, in the order in which they should be handled: by level, then oldest first, and tests after everything real. Every fire
 * has a row of its own, in front, so that a storm of lesser alarms never hides one.
 */
export const entriesOf = (waiting: Iterable<QueuedAlarm>): QueueEntry[] => {
  // Each time is parsed only once, because thousands of alarms may be waiting.
  const timed = Array.from(waiting, (alarm) => ({ alarm, at: Date.parse(alarm.raisedAt), urgency: urgencyOf(alarm) }))
  timed.sort((a, b) => a.urgency - b.urgency || a.at - b.at || a.alarm.id - b.alarm.id)
  const lesser = Map.groupBy(
    timed.flatMap(({ alarm }) => (isLesser(alarm) ? [alarm] : [])),
    ({ projectId }) => projectId,
  )
  const entries: QueueEntry[] = []
  const grouped = new Set<number | null>()
  for (const { alarm } of timed) {
    const { projectId, projectName } = alarm
    const storm = isLesser(alarm) ? (lesser.get(projectId) ?? []) : []
    if (storm.length < stormFrom) entries.push({ key: String(alarm.id), alarm })
    else if (!grouped.has(projectId)) {
      grouped.add(projectId)
      entries.push({ key: `site ${projectId}`, site: { projectId, projectName }, alarms: storm })
    }
  }
  return entries
}

export const keyOfEntry = ({ key }: QueueEntry): string => key

/** New fires do not wait until nobody works in the queue. */
export const isFireEntry = ({ alarm }: QueueEntry): boolean => alarm !== undefined && isFire(alarm)

/** What has become of rows that are held in place: only an alarm that nobody has to confirm any more is gone. */
export const offQueue = (held: readonly QueueEntry[], waiting: ReadonlyMap<number, QueuedAlarm>): OffPage<QueueEntry> => {
  const values = held.map((entry): QueueEntry => {
    if (entry.alarm) return { ...entry, alarm: waiting.get(entry.alarm.id) ?? entry.alarm }
    return { ...entry, alarms: entry.alarms.flatMap(({ id }) => waiting.get(id) ?? []) }
  })
  const gone = new Set(
    values.flatMap((entry) => ((entry.alarm ? waiting.has(entry.alarm.id) : entry.alarms.length > 0) ? [] : [entry.key])),
  )
  return { values, isGone: (key) => gone.has(key) }
}

/**
 * Somebody else of one's own company is on duty and may confirm alarms. Where nobody is, or no roster is kept, everybody watches: a team
 * of another company, or an engineer who may not confirm, watches for nobody.
 */
export const isOffDuty = (
  teams: readonly Pick<DutyNow, 'companyId' | 'confirmers'>[],
  { id, companyId }: { readonly id: number; readonly companyId: number | null },
): boolean => {
  const watching = teams.filter((team) => team.companyId === companyId).flatMap(({ confirmers }) => confirmers)
  return watching.length > 0 && !watching.includes(id)
}

type Teams = Parameters<typeof isOffDuty>[0]

/**
 * Until it is known who is on duty, the queue is a line, for a moment: rows that fold again at once would move. If that cannot be read, or not soon,
 * it is the queue, also while it is read again.
 */
export const isLineOnly = (
  { teams, isError, isAwaited }: { readonly teams: Teams | undefined; readonly isError: boolean; readonly isAwaited: boolean },
  user: Parameters<typeof isOffDuty>[1],
): boolean => !isError && (teams === undefined ? isAwaited : isOffDuty(teams, user))

const keyOf = (accountId: number): string => `queueFolded:${accountId}`

/** Whether this person keeps the queue folded in this browser. */
export const keepsFolded = (accountId: number): boolean => browserStore.getItem(keyOf(accountId)) === 'true'

export const rememberFolded = (accountId: number, folded: boolean): void =>
  folded ? browserStore.setItem(keyOf(accountId), 'true') : browserStore.removeItem(keyOf(accountId))
