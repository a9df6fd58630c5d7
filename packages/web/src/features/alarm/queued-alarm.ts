import type { AlarmEventData, AlarmRow, LiveEvent } from '@emberwatch/contract'

/** An alarm of the queue. */
export type QueuedAlarm = Pick<
  AlarmRow,
  | 'id'
  | 'code'
  | 'level'
  | 'typeNameZh'
  | 'typeNameEn'
  | 'projectId'
  | 'projectName'
  | 'deviceName'
  | 'deviceCode'
  | 'roomNumber'
  | 'raisedAt'
> & {
  /** Known once the list of open alarms has been read. */
  acknowledgeDueAt: string | null
}

/** A confirmed alarm whose source reports again counts as a new fire (domain.md). */
export const isRaisedAgain = ({ change }: LiveEvent): boolean => change === 'raisedAgain'

/** Whether an event is announced to the user. Tests are not; an event without that fact counts as real. */
export const isNewAlarm = (event: LiveEvent): boolean =>
  (event.change === 'raised' || isRaisedAgain(event)) && (event.data as Partial<AlarmEventData>).test !== true

/** An alarm built from the event's own data: no call stands between the report and the screen. */
export const queuedAlarmOf = (event: LiveEvent, now = Date.now()): QueuedAlarm => {
  const { code, level, typeNameZh, typeNameEn, projectId, projectName, deviceName, deviceCode, roomNumber, firstAt } =
    event.data as AlarmEventData
  return {
    id: Number(event.id),
    code,
    level,
    typeNameZh,
    typeNameEn,
    projectId,
    projectName,
    deviceName,
    deviceCode,
    roomNumber,
    // Approximate: the list that follows has the exact time.
    raisedAt: isRaisedAgain(event) ? new Date(now).toISOString() : firstAt,
    acknowledgeDueAt: null,
  }
}

/** Whether the alarm leaves the queue. Repeats and restores do not remove it: somebody must still act. */
export const isSettled = ({ change }: LiveEvent): boolean =>
  change === 'confirmed' || change === 'cleared' || change === 'misreport'

/** A fire that nobody has confirmed. It enters a list at once, even while somebody works in it. */
export const isWaitingFire = ({ level, state }: Pick<AlarmRow, 'level' | 'state'>): boolean =>
  level === 'fire' && state === 'unconfirmed'

const urgency: Record<AlarmRow['level'], number> = { fire: 0, warning: 1, notice: 2 }

/** The most urgent first. */
export const urgencyOf = ({ level }: Pick<QueuedAlarm, 'level'>): number => urgency[level]
