import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createNote, readNotes } from './duty-note.verbs.ts'
import { createOverride, removeOverride } from './duty-override.verbs.ts'
import { createTeam, removeTeam, setTeamEnabled, updateTeam } from './duty-team.verbs.ts'
import { dutyCalendar, dutyNow, dutyWarnings, exportRoster, dutyRosterExport } from './duty-calendar.reads.ts'
import { pageNotes } from './duty-note.reads.ts'
import { dutyAccounts, exportTeams, pageTeams, selectTeams, teamDetail, dutyTeamExport } from './duty-team.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { announceGaps } from './announce-gaps.ts'

const dutyRoutes = [
  ...bind(endpoints.dutyTeam, {
    page: pageTeams,
    detail: teamDetail,
    select: selectTeams,
    create: createTeam,
    update: updateTeam,
    remove: removeTeam,
    setEnabled: setTeamEnabled,
    export: exportTeams,
    calendar: dutyCalendar,
    now: dutyNow,
    warnings: dutyWarnings,
    accounts: dutyAccounts,
  }),
  ...bind(endpoints.dutyRoster, { export: exportRoster }),
  ...bind(endpoints.dutyOverride, { create: createOverride, remove: removeOverride }),
  ...bind(endpoints.dutyNote, { page: pageNotes, create: createNote, read: readNotes }),
]

/** Every minute: gaps in rosters appear and disappear with time and with changes of accounts. */
const dutyJobs = ({ systemCtx }: JobServices): JobDefinition[] => [job('dutyGaps', () => announceGaps(systemCtx), '* * * * *')]

export const dutyFeature: Feature = {
  name: 'duty',
  routes: () => dutyRoutes,
  exports: { dutyTeam: dutyTeamExport, dutyRoster: dutyRosterExport },
  jobs: dutyJobs,
  liveKinds: ['duty'],
}
