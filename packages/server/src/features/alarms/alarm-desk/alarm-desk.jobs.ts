import type { JobServices } from '../../../platform/feature.ts'
import { everyFewSeconds, job, type JobDefinition } from '../../../platform/jobs.ts'
import { endHolds } from './end-holds.ts'
import { Steadiness } from './steadiness.ts'

/** Frees a site within seconds after its holder has left. */
export const alarmDeskJobs = ({ systemCtx }: JobServices): JobDefinition[] => {
  const steadiness = new Steadiness()
  const look = () => endHolds(systemCtx, { isSteady: steadiness.look(systemCtx.clock.now()) })
  return [job('deskHolds', (_payload, stopping) => everyFewSeconds(look, stopping), '* * * * *')]
}
