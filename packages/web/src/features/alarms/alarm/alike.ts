import { alarmStates, decide, type ActorFacts, type AlarmRow } from '@emberwatch/contract'

type Alike = Pick<AlarmRow, 'id' | 'projectId' | 'deviceId' | 'typeId' | 'level' | 'test' | 'state' | 'sourceActive'>

interface Closing {
  readonly as: 'deal' | 'misreport'
  /** A reason is given, as closing an alarm needs whose source is still active. */
  readonly reason: boolean
  readonly actor: ActorFacts
}

/** Those that may be closed along with an alarm: open ones of the same device and type, at the same site. A test is never like a fire. */
export const closableAlike = <Row extends Alike>(rows: readonly Row[], one: Alike, { as, reason, actor }: Closing): Row[] =>
  rows.filter(
    (row) =>
      row.id !== one.id &&
      row.deviceId === one.deviceId &&
      row.typeId === one.typeId &&
      row.projectId === one.projectId &&
      row.level === one.level &&
      row.test === one.test &&
      (reason || !row.sourceActive) &&
      decide(alarmStates, as, row.state, { sourceActive: row.sourceActive }, actor).allowed,
  )

/** Whether chosen alarms may not be confirmed together: nobody confirms a fire as one of several others, or of several tests, without looking at it. */
export const isMixed = ([first, ...others]: readonly Pick<AlarmRow, 'typeId' | 'projectId' | 'test'>[]): boolean =>
  others.some((row) => row.typeId !== first?.typeId || row.projectId !== first.projectId || row.test !== first.test)

/** Of those that somebody has chosen, the ones that still are alike. One that was raised again meanwhile is a new fire. */
export const stillAlike = <Row extends Pick<AlarmRow, 'id' | 'raisedAt'>>(
  chosen: readonly Pick<AlarmRow, 'id' | 'raisedAt'>[],
  now: readonly Row[],
): Row[] => now.filter((row) => chosen.some(({ id, raisedAt }) => id === row.id && raisedAt === row.raisedAt))
