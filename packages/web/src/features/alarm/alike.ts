import { alarmStates, decide, type ActorFacts, type AlarmRow } from '@emberwatch/contract'

type Alike = Pick<AlarmRow, 'id' | 'deviceId' | 'typeId' | 'state' | 'sourceActive'>

interface Closing {
  readonly as: 'deal' | 'misreport'
  /** A reason is given, as closing an alarm needs whose source is still active. */
  readonly reason: boolean
  readonly actor: ActorFacts
}

/** Those that may be closed along with an alarm: open ones of the same device and type. */
export const alikeOf = <Row extends Alike>(rows: readonly Row[], one: Alike, { as, reason, actor }: Closing): Row[] =>
  rows.filter(
    (row) =>
      row.id !== one.id &&
      row.deviceId === one.deviceId &&
      row.typeId === one.typeId &&
      (reason || !row.sourceActive) &&
      decide(alarmStates, as, row.state, { sourceActive: row.sourceActive }, actor).allowed,
  )
