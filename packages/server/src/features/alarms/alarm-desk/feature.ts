import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { deskCounts, waitingAlarms } from './alarm-desk.reads.ts'
import { assignSite, present, releaseSite, takeAndConfirm, takeSite } from './alarm-desk.verbs.ts'
import { colleagues } from './operators.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { everyFewSeconds, job, type JobDefinition } from '../../../platform/jobs.ts'
import { endDeskHolds, Steadiness } from './end-holds.ts'

const alarmDeskRoutes = bind(endpoints.alarmDesk, {
  counts: deskCounts,
  waiting: waitingAlarms,
  take: takeSite,
  release: releaseSite,
  assign: assignSite,
  colleagues,
  confirm: takeAndConfirm,
  present,
})

/** Frees a site within seconds after its holder has left. */
const alarmDeskJobs = ({ systemCtx }: JobServices): JobDefinition[] => {
  const steadiness = new Steadiness()
  const look = () => endDeskHolds(systemCtx, { isSteady: steadiness.look(systemCtx.clock.now()) })
  return [
    job('deskHolds', (_payload, stopping) => everyFewSeconds(look, stopping), '* * * * *', {
      part: 'delivery',
      text: 'alarms taken over by somebody who left are not watched',
    }),
  ]
}

export const alarmDeskFeature: Feature = {
  name: 'alarm-desk',
  routes: () => alarmDeskRoutes,
  jobs: alarmDeskJobs,
}
