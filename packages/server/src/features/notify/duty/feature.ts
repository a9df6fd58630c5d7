import type { Feature } from '../../../platform/feature.ts'
import { dutyJobs } from './duty.jobs.ts'
import { dutyRosterExport } from './duty-roster.export.ts'
import { dutyTeamExport } from './duty-team.reads.ts'
import { dutyRoutes } from './duty.routes.ts'

export const dutyFeature: Feature = {
  name: 'duty',
  routes: () => dutyRoutes,
  exports: { dutyTeam: dutyTeamExport, dutyRoster: dutyRosterExport },
  jobs: dutyJobs,
  liveKinds: ['duty'],
}
