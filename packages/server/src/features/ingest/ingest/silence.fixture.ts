import { pino } from 'pino'
import { openDatabase } from '../../../platform/database/database.ts'
import { ensurePartitions } from '../../../platform/database/partitions.ts'
import { testClock } from '../../../testing/context.ts'
import type { TestDatabase } from '../../../testing/database.ts'
import type { InboundMessage } from './inbound-message.ts'
import { IngestConnection } from './ingest-connection.ts'
import type { Site } from './ingest.fixture.ts'
import { ListeningClock } from './listening-clock.ts'
import { Presence } from './presence.ts'
import { SilenceWatch } from './silence-watch.ts'

interface World {
  readonly server: TestDatabase
  readonly site: Site
  readonly faultType: number
}

/** Ingest processes, as far as silence is concerned, with manual clocks. `world` is asked when a process starts. */
export const silenceProcesses = (world: () => World) => {
  const open: { close(): Promise<unknown> }[] = []
  return {
    closeAll: () => Promise.all(open.splice(0).map((each) => each.close())),
    process(clock = testClock(), { firstLimitMs = 3_000 } = {}) {
      const { server, site, faultType } = world()
      const connection = new IngestConnection(server.connection, { firstLimitMs })
      const database = openDatabase(server.connection)
      open.push(connection, database)
      const state = { now: 0, isReceiving: true, isStorm: false, looks: 0 }
      const offlineFaultType = () => faultType
      const warnings: string[] = []
      const log = Object.assign(pino({ level: 'silent' }), {
        warn: ({ reason }: { reason: string }, text = '') => void warnings.push(`${text} ${reason}`),
      })
      const presence = new Presence({ connection, offlineFaultType, clock, log })
      const listening = new ListeningClock(() => state.now)
      const watch = new SilenceWatch({
        connection,
        presence,
        listening,
        isReceiving: () => state.isReceiving,
        isStorm: () => ++state.looks > 0 && state.isStorm,
        offlineFaultType,
        createPartitions: () => ensurePartitions(database.kysely, clock.now()),
        clock,
        now: () => state.now,
        log,
      })
      return {
        state,
        warnings,
        presence,
        watch,
        clock,
        receive(index: number) {
          const gateway = site.gateways[index]
          const device = gateway?.devices[0]
          presence.note({
            gateway: { id: gateway?.id },
            receivedAt: clock.now(),
            rows: [{ device: { id: device?.id }, values: { battery: 80 } }],
          } as never as InboundMessage)
        },
        /** Lets time pass, with one tick per second. */
        async pass(seconds: number) {
          for (let second = 0; second < seconds; second++) {
            state.now += 1_000
            clock.forward(1_000)
            await watch.tick()
          }
        },
      }
    },
  }
}
