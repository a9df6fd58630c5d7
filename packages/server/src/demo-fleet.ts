import { linkAddressParts, type LinkProtocolName } from '@emberwatch/contract'
import { createFleet, fileSequences, type UpgradeBehaviour } from '@emberwatch/simulator'
import { join } from 'node:path'
import type { DemoGateway } from '../seed/demo-secrets.ts'
import { silentDevices } from '../seed/demo-standing.ts'
import { demoFirmware } from '../seed/demo-upgrades.ts'
import type { Config } from './config.ts'
import { startDemoDialler } from './demo-dialler.ts'
import { startDemoTransmitter } from './demo-transmitter.ts'

/** Most upgrades work. Some fail, and some lose power the first time, so that there is something to see. */
const behaviourOf = (code: string, attempt: number): UpgradeBehaviour => {
  if (attempt > 1) return 'works'
  return code.endsWith('1') ? 'losesPower' : code.endsWith('4') ? 'breaksOff' : 'works'
}

interface DemoFleetOptions {
  /** The broker, and the console's address. */
  readonly url: string
  readonly server: string
  readonly dataDir: string
  readonly gateways: readonly DemoGateway[]
  /** The host and the open ports of receivers, by protocol. */
  readonly host: string
  readonly linkPorts: Config['linkPorts']
}

/** What speaks a language of its own, by its protocol. */
const starts = { gb26875: startDemoTransmitter, siaDc09: startDemoDialler } as const satisfies Record<LinkProtocolName, unknown>

/**
 * Starts the simulated gateways of the demo: heartbeats, telemetry, an alarm every few minutes, and upgrades offered to them; and its
 * transmitter and alarm panel. A few devices stay silent. Returns a function that stops them.
 */
export const startDemoFleet = async (options: DemoFleetOptions): Promise<() => Promise<void>> => {
  const { url, server, dataDir, host, linkPorts } = options
  const gateways = options.gateways.filter(({ linkAddress }) => linkAddress === null)
  const fleet = createFleet({
    url,
    gateways,
    heartbeatSeconds: 30,
    telemetryPerSecond: 3,
    alarmEverySeconds: 180,
    restoreAfterSeconds: [60, 300],
    upgrades: { server, firmware: demoFirmware, reportsAtStart: true, stepMs: 2_000, behaviourOf },
    sequences: fileSequences(join(dataDir, 'demo-sequences.json')),
    seed: Date.now() % 2_147_483_647,
  })
  const known = new Set(gateways.flatMap(({ devices }) => devices.map(({ code }) => code)))
  for (const code of Object.keys(silentDevices)) if (known.has(code)) await fleet.silence(code)
  await fleet.start()
  const stops = [() => fleet.stop()]
  for (const gateway of options.gateways) {
    const protocol = linkAddressParts(gateway.linkAddress ?? '')?.protocol
    const port = protocol === undefined ? undefined : linkPorts[protocol]
    if (protocol !== undefined && port !== undefined) stops.push(await starts[protocol](gateway, { host, port }))
  }
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
