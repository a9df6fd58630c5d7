import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createNote } from './create-note.ts'
import { createOverride } from './create-override.ts'
import { createTeam } from './create-team.ts'
import { deleteOverride } from './delete-override.ts'
import { deleteTeam } from './delete-team.ts'
import { dutyCalendar, dutyNow, dutyWarnings } from './duty-calendar.reads.ts'
import { pageNotes } from './duty-note.reads.ts'
import { exportRoster } from './duty-roster.export.ts'
import { dutyAccounts, exportTeams, pageTeams, selectTeams, teamDetail } from './duty-team.reads.ts'
import { readNotes } from './read-notes.ts'
import { setTeamEnabled } from './set-team-enabled.ts'
import { updateTeam } from './update-team.ts'

export const dutyRoutes = [
  ...bind(endpoints.dutyTeam, {
    page: pageTeams,
    detail: teamDetail,
    select: selectTeams,
    create: createTeam,
    update: updateTeam,
    del: deleteTeam,
    forbidden: setTeamEnabled,
    export: exportTeams,
    calendar: dutyCalendar,
    now: dutyNow,
    warnings: dutyWarnings,
    accounts: dutyAccounts,
  }),
  ...bind(endpoints.dutyRoster, { export: exportRoster }),
  ...bind(endpoints.dutyOverride, { create: createOverride, del: deleteOverride }),
  ...bind(endpoints.dutyNote, { page: pageNotes, create: createNote, read: readNotes }),
]
