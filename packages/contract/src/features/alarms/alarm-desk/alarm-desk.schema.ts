import { id, input, instant, nullable, oneOf, optional, ref, text, Type } from '../../../kernel/schema.ts'
import { seenRound } from '../alarm/alarm.schema.ts'

/** Number of open alarms behind each chip of the desk, counted exactly. */
export const deskCounts = Type.Object({
  live: Type.Integer(),
  mine: Type.Integer(),
  unconfirmed: Type.Integer(),
  breached: Type.Integer(),
})

/** What the queue shows of an alarm. */
export const waitingAlarm = Type.Object({
  id: id(),
  code: Type.String(),
  level: oneOf('alarmLevel'),
  typeNameZh: Type.String(),
  typeNameEn: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  deviceCode: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  raisedAt: instant(),
  /** A person raised it as a test. Those of a project on test are not in the queue. */
  test: Type.Boolean(),
  acknowledgeDueAt: nullable(instant()),
})

/** Unconfirmed alarms by level, then oldest first, and after all of them the tests of people. `complete`: there are no others. */
export const waitingAlarms = Type.Object({ list: Type.Array(waitingAlarm), complete: Type.Boolean() })

/** A person who can be assigned a site. */
export const colleague = Type.Object({ value: id(), label: Type.String() })

/** `from`: the holder that the caller knows of. A site that somebody else has taken meanwhile is not taken from them. */
export const takeSiteInput = input({ projectId: ref('project'), from: optional(Type.Integer({ minimum: 1 })) })
export const releaseSiteInput = input({ projectId: ref('project') })
export const assignSiteInput = input({
  projectId: ref('project'),
  accountId: ref('account'),
  note: optional(text(200)),
  from: optional(Type.Integer({ minimum: 1 })),
})
export const takeAndConfirmInput = input({ id: ref('alarm'), ...seenRound, from: optional(Type.Integer({ minimum: 1 })) })
