import type { DutyShift, EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, Json, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface DutyTeamTable extends Tracked, Owned {
  id: Defaulted<number>
  name: string
  time_zone: string
  member_ids: Defaulted<number[]>
  shifts: Json<DutyShift[]>
  /** Accounts of each group, in the order in which they take turns. */
  groups: Json<number[][]>
  turn_length: number
  turn_unit: EnumValue<'dutyTurn'>
  starts_on: string
  around_the_clock: Defaulted<boolean>
  enabled: Defaulted<boolean>
  remark: Defaulted<string>
  gap_mark: Defaulted<string>
  deleted_at: OptionalInstant
}

export interface DutyOverrideTable extends Tracked {
  id: Defaulted<number>
  team_id: number
  from_at: Instant
  to_at: Instant
  account_id: number
  instead_of_id: Optional<number>
  reason: string
}

export interface DutyNoteTable extends Tracked {
  id: Defaulted<number>
  team_id: number
  shift_name: string
  from_at: Instant
  to_at: Instant
  content: string
}

export interface DutyNoteReadTable {
  note_id: number
  account_id: number
  read_at: Instant
}

export interface DutyTables {
  duty_team: DutyTeamTable
  duty_override: DutyOverrideTable
  duty_note: DutyNoteTable
  duty_note_read: DutyNoteReadTable
}

export const dutyFacts = {
  // Staff with a narrow data scope see the teams they belong to.
  duty_team: {
    owner: 'duty',
    scope: { path: 'path', creator: 'created_by', members: 'member_ids' },
    marksDeleted: true,
    published: 'name enabled',
  },
  duty_override: { owner: 'duty', scope: { through: ['team_id', 'duty_team'] } },
  duty_note: { owner: 'duty', scope: { through: ['team_id', 'duty_team'] } },
  duty_note_read: { owner: 'duty', scope: { through: ['note_id', 'duty_note'] } },
} as const satisfies FactsOf<DutyTables>
