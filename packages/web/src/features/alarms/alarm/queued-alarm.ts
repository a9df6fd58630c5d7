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
  | 'test'
> & {
  /** Known once the list of open alarms has been read. */
  acknowledgeDueAt: string | null
}

/** A confirmed alarm whose source reports again counts as a new fire (domain.md). */
export const isRaisedAgain = ({ change }: LiveEvent): boolean => change === 'raisedAgain'

/**
 * Whether an event is announced to the user. Those of a project on test are not, but a test that a person raised is; an event without that
 * fact counts as real.
 */
export const isNewAlarm = (event: LiveEvent): boolean => {
  const { test, tried } = event.data as Partial<AlarmEventData>
  return (event.change === 'raised' || isRaisedAgain(event)) && (test !== true || tried === true)
}

/** An alarm built from the event's own data: no call stands between the report and the screen. */
export const queuedAlarmOf = (event: LiveEvent, now = Date.now()): QueuedAlarm => {
  const {
    code,
    level,
    typeNameZh,
    typeNameEn,
    projectId,
    projectName,
    deviceName,
    deviceCode,
    roomNumber,
    firstAt,
    test,
    raisedAt,
  } = event.data as AlarmEventData
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
    // From a server that does not say it approximate: the list that follows has the exact time.
    raisedAt: isRaisedAgain(event) ? (raisedAt ?? new Date(now).toISOString()) : firstAt,
    test,
    acknowledgeDueAt: null,
  }
}

/** Whether the alarm leaves the queue. Repeats and restores do not remove it: somebody must still act. */
export const isSettled = ({ change }: LiveEvent): boolean =>
  change === 'confirmed' || change === 'cleared' || change === 'misreport'

/** Real and a fire: a test has the level of one, and is none. */
export const isFire = ({ level, test }: Pick<AlarmRow, 'level' | 'test'>): boolean => level === 'fire' && !test

/** A fire that nobody has confirmed. It enters a list at once, even while somebody works in it. */
export const isWaitingFire = ({ state, ...alarm }: Pick<AlarmRow, 'level' | 'test' | 'state'>): boolean =>
  isFire(alarm) && state === 'unconfirmed'

const urgency: Record<AlarmRow['level'], number> = { fire: 0, warning: 1, notice: 2 }

/** The most urgent first; a test comes after everything real. */
export const urgencyOf = ({ level, test }: Pick<QueuedAlarm, 'level' | 'test'>): number => (test ? 3 : urgency[level])
