import {
  day,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** Days ahead for which gaps in a roster are reported, and the longest range of a calendar. */
export const dutyDays = { ahead: 14, calendar: 62 } as const

const clock = () => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** `ends` at or before `starts` is on the next day. Weekdays on which it begins: 1 Monday to 7 Sunday. */
export const dutyShift = input({
  name: text(30),
  starts: clock(),
  ends: clock(),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  /** Index of the group that has the shift when the rotation starts. */
  first: Type.Integer({ minimum: 0, maximum: 29 }),
  /** False: always that group; the shift takes no part in the rotation. */
  turns: Type.Boolean(),
})
export type DutyShift = Static<typeof dutyShift>

const group = () => Type.Array(ref('account'), { minItems: 1, maxItems: 20, uniqueItems: true })

/** The rotation of a roster: after this many days, weeks or shifts, the next group takes over. */
const dutyRoster = {
  /** An IANA name; all times of the roster are in this zone. */
  timeZone: text(64),
  shifts: Type.Array(dutyShift, { minItems: 1, maxItems: 12 }),
  groups: Type.Array(group(), { minItems: 1, maxItems: 30 }),
  turnLength: Type.Integer({ minimum: 1, maximum: 366 }),
  turnUnit: oneOf('dutyTurn'),
  /** The first day of the rotation. Before it, nobody is on duty. */
  startsOn: day(),
  /** False: times outside the shifts are not gaps. */
  aroundTheClock: Type.Boolean(),
}
const roster = Type.Object(dutyRoster)
export type DutyRoster = Static<typeof roster>

/** A member of a team. `absence`: why they do not count although they are on the roster. */
const dutyPerson = Type.Object({ id: id(), name: Type.String(), absence: nullable(oneOf('dutyAbsence')) })
export type DutyPerson = Static<typeof dutyPerson>

/** A time with nobody on duty. `people`: those on the roster then who do not count. */
const dutyGap = Type.Object({ from: instant(), to: instant(), people: Type.Array(dutyPerson) })
export type DutyGap = Static<typeof dutyGap>

export const dutyTeamRow = Type.Object({
  id: id(),
  name: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  timeZone: Type.String(),
  members: Type.Array(dutyPerson),
  shiftNames: Type.Array(Type.String()),
  /** Who is on duty now, and until when that stays so. */
  onDuty: Type.Array(dutyPerson),
  until: nullable(instant()),
  /** The first gap in the next days. */
  gap: nullable(dutyGap),
  aroundTheClock: Type.Boolean(),
  enabled: Type.Boolean(),
  remark: Type.String(),
  ...tracked,
})
export type DutyTeamRow = Static<typeof dutyTeamRow>

export const dutyTeamDetail = Type.Object({
  ...dutyTeamRow.properties,
  shifts: Type.Array(dutyShift),
  groups: Type.Array(Type.Array(id())),
  turnLength: Type.Integer(),
  turnUnit: oneOf('dutyTurn'),
  startsOn: Type.String(),
  /** True if the caller is or just was on a shift and may write a note about it. */
  mayNote: Type.Boolean(),
})
export type DutyTeamDetail = Static<typeof dutyTeamDetail>

export const dutyTeamPageInput = pageInput({ companyId: optional(ref('company')), enabled: optional(Type.Boolean()) }, [
  'name',
  'createdAt',
  'updatedAt',
])

const teamFields = {
  name: text(40),
  memberIds: Type.Array(ref('account'), { minItems: 1, maxItems: 200, uniqueItems: true }),
  ...dutyRoster,
  remark: optional(text(200)),
}
export const dutyTeamCreateInput = input({ companyId: optional(ref('company')), ...teamFields })
export const dutyTeamUpdateInput = input({ id: ref('duty_team'), version: version(), ...teamFields })

/** The saved team, and its gaps in the next days. */
export const dutySaved = Type.Object({ id: id(), gaps: Type.Array(dutyGap) })

export const dutyOverrideRow = Type.Object({
  id: id(),
  from: instant(),
  to: instant(),
  accountId: id(),
  accountName: Type.String(),
  insteadOfId: nullable(id()),
  insteadOfName: nullable(Type.String()),
  reason: Type.String(),
  createdAt: instant(),
  createdBy: nullable(Type.String()),
})
export type DutyOverrideRow = Static<typeof dutyOverrideRow>

/** A part of a shift with the same people throughout. */
const dutySlot = Type.Object({
  from: instant(),
  to: instant(),
  /** Null: outside the shifts, because of a roster change. */
  shift: nullable(Type.String()),
  /** The whole shift that it is part of. */
  shiftFrom: instant(),
  shiftTo: instant(),
  people: Type.Array(dutyPerson),
  overrideIds: Type.Array(id()),
})
export type DutySlotRow = Static<typeof dutySlot>

export const dutyCalendarInput = input({ id: ref('duty_team'), startTime: instant(), endTime: instant() })
export const dutyCalendar = Type.Object({
  timeZone: Type.String(),
  slots: Type.Array(dutySlot),
  gaps: Type.Array(dutyGap),
  overrides: Type.Array(dutyOverrideRow),
})
export type DutyCalendar = Static<typeof dutyCalendar>

export const dutyNow = Type.Object({
  id: id(),
  name: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  timeZone: Type.String(),
  onDuty: Type.Array(dutyPerson),
  /** Those on duty who may confirm alarms. */
  confirmers: Type.Array(id()),
  until: nullable(instant()),
  /** Who follows, and from when. */
  next: Type.Array(dutyPerson),
  nextFrom: nullable(instant()),
})
export type DutyNow = Static<typeof dutyNow>

export const dutyWarning = Type.Object({ id: id(), name: Type.String(), timeZone: Type.String(), gaps: Type.Array(dutyGap) })
export type DutyWarning = Static<typeof dutyWarning>

export const dutyOverrideCreateInput = input({
  teamId: ref('duty_team'),
  startTime: instant(),
  endTime: instant(),
  accountId: ref('account'),
  /** If left out: on duty in addition to the others. */
  insteadOfId: optional(ref('account')),
  reason: text(200),
})

export const dutyNoteRow = Type.Object({
  id: id(),
  shiftName: Type.String(),
  /** The shift that it is about. */
  from: instant(),
  to: instant(),
  content: Type.String(),
  authorName: nullable(Type.String()),
  createdAt: instant(),
  reads: Type.Array(Type.Object({ name: Type.String(), at: instant() })),
  /** True if the caller is on the next shift and has not confirmed the note yet. */
  mayRead: Type.Boolean(),
})
export type DutyNoteRow = Static<typeof dutyNoteRow>

export const dutyNotePageInput = pageInput({ teamId: ref('duty_team') }, ['createdAt'])
export const dutyNoteCreateInput = input({
  teamId: ref('duty_team'),
  /** When the shift began; default: the one that the caller is on. */
  shiftFrom: optional(instant()),
  content: text(2_000),
})
export const dutyAccountsInput = input({
  teamId: optional(ref('duty_team')),
  companyId: optional(ref('company')),
  keyword: optional(text(60)),
})
export const dutyNoteIds = input({ ids: refs('duty_note') })
