import type { Service } from '../../../platform/service.ts'
import type { Ingest } from './ingest.ts'

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
  },
})
