import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, noInput, nothing, optional, options, ref, rowId, Type } from '../../../kernel/schema.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  dutyAccountsInput,
  dutyCalendar,
  dutyCalendarInput,
  dutyNoteCreateInput,
  dutyNoteIds,
  dutyNotePageInput,
  dutyNoteRow,
  dutyNow,
  dutyOverrideCreateInput,
  dutySaved,
  dutyTeamCreateInput,
  dutyTeamDetail,
  dutyTeamPageInput,
  dutyTeamRow,
  dutyTeamUpdateInput,
  dutyWarning,
} from './duty.schema.ts'

export const dutyTeamEndpoints = about('duty', {
  ...standardCalls('dutyTeam', {
    entity: 'duty_team',
    path: 'web/duty',
    words: ['a duty team', 'duty teams'],
    page: { input: dutyTeamPageInput, row: dutyTeamRow },
    detail: { row: dutyTeamDetail, summary: 'A duty team with its shifts and rotation' },
    select: { input: input({ companyId: optional(ref('company')) }) },
    create: {
      input: dutyTeamCreateInput,
      output: dutySaved,
      summary: 'Create a duty team; answers the times without anybody',
      errors: ['duplicate', 'notHere'],
    },
    remove: { summary: 'Delete a duty team that no notification rule calls', errors: ['inUse'] },
    setEnabled: {},
    export: {},
  }),
  update: endpoint({
    method: 'POST',
    path: 'web/duty/update',
    access: 'dutyTeam:update',
    input: dutyTeamUpdateInput,
    output: dutySaved,
    summary: 'Edit a duty team; answers the times without anybody',
    errors: ['staleVersion', 'duplicate', 'notHere'],
  }),
  calendar: endpoint({
    method: 'GET',
    path: 'web/duty/calendar',
    access: 'dutyTeam:view',
    input: dutyCalendarInput,
    output: dutyCalendar,
    summary: 'Who is on duty in a stretch of time, with the times without anybody',
  }),
  now: endpoint({
    method: 'GET',
    path: 'web/duty/now',
    access: 'dutyTeam:view',
    input: noInput,
    output: Type.Array(dutyNow),
    summary: 'Who is on duty now and who follows, of each enabled team',
  }),
  warnings: endpoint({
    method: 'GET',
    path: 'web/duty/warnings',
    access: 'dutyTeam:update',
    input: noInput,
    output: Type.Array(dutyWarning),
    summary: 'Enabled teams with a time without anybody in the next 14 days',
  }),
  accounts: endpoint({
    method: 'GET',
    path: 'web/duty/accounts',
    access: ['dutyTeam:create', 'dutyTeam:update', 'dutyOverride:create'],
    input: dutyAccountsInput,
    output: options,
    summary: 'Staff who may be on duty, or the members of a team, for a drop-down',
  }),
})

export const dutyRosterEndpoints = about('duty', {
  export: endpoint({
    method: 'GET',
    path: 'web/duty/roster/export',
    access: 'dutyTeam:export',
    input: exportInput(dutyCalendarInput),
    output: exportStarted,
    summary: 'Export who is on duty in a stretch of time, with the times without anybody',
  }),
})

export const dutyOverrideEndpoints = standardCalls('dutyOverride', {
  entity: 'duty_override',
  about: 'duty',
  path: 'web/duty/override',
  words: ['a change of the roster', 'changes of the roster'],
  create: { input: dutyOverrideCreateInput, errors: ['notHere'] },
  remove: { summary: 'Take back a change of the roster; what is past stays', errors: ['precondition'] },
})

export const dutyNoteEndpoints = about('duty', {
  ...standardCalls('dutyNote', {
    entity: 'duty_note',
    path: 'web/duty/note',
    words: ['a hand-over note', 'hand-over notes'],
    page: { input: dutyNotePageInput, row: dutyNoteRow },
  }),
  create: endpoint({
    method: 'POST',
    path: 'web/duty/note/create',
    access: 'dutyNote:create',
    input: dutyNoteCreateInput,
    output: rowId,
    summary: 'Leave a note to the next shift, as somebody of the shift that ends',
    errors: ['notHere', 'notInPerson'],
    inPerson: true,
  }),
  read: endpoint({
    method: 'POST',
    path: 'web/duty/note/read',
    access: 'dutyNote:create',
    input: dutyNoteIds,
    output: nothing,
    summary: 'Confirm having read hand-over notes, as somebody of the shift that follows',
    errors: ['notHere', 'notInPerson'],
    inPerson: true,
  }),
})
