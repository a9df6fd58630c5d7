import { maintainPartitions } from '../../../platform/database/partitions.ts'
import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import type { Service } from '../../../platform/service.ts'
import type { Ingest } from './ingest.ts'
import { deleteOldCounters } from './redelivery.ts'

/** Ingest as the program starts and watches it. */
export const ingestService = (ingest: Ingest): Service => ({
  roles: ['ingest'],
  run: ingest,
  health: {
    broker: () => (ingest.ready() ? null : 'unavailable'),
    storing: () => {
      if (!ingest.storing()) return 'waiting'
      return ingest.watchesSilence() ? null : 'silence'
    },
  },
  delays: () => ({ storingMs: ingest.status().oldestWaitingMs ?? 0 }),
  gauges: {
    emberwatch_ingest_in_flight: { help: 'Messages received and not yet committed', value: () => ingest.status().inFlight },
    emberwatch_gateway_connections: {
      help: 'Gateway connections to this process',
      value: () => ingest.status().connections ?? 0,
    },
    emberwatch_link_connections: {
      help: 'Connections of transmitters that speak a language of their own to this process',
      value: () => ingest.status().links,
    },
  },
})

/** Creates partitions ahead, and deletes what has expired. */
export const ingestJobs = ({
  systemCtx: { systemDb, clock, config },
  log,
}: Pick<JobServices, 'systemCtx' | 'log'>): JobDefinition[] => [
  job(
    'partitions',
    async () => {
      await maintainPartitions(systemDb, clock.now(), log, config.settings)
      await deleteOldCounters(systemDb, clock.now())
    },
    '17 3 * * *',
    { part: 'storing', text: 'partitions are not created' },
  ),
]
