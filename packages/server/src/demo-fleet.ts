import { createFleet, fileSequences } from '@emberwatch/simulator'
import { join } from 'node:path'
import type { DemoGateway } from '../seed/demo.ts'

/**
 * Starts the simulated gateways of the demo: heartbeats, telemetry, about one alarm a minute, and the upgrades that they are offered. Returns a function that stops
 * them.
 */
export const startDemoFleet = async (
  url: string,
  server: string,
  dataDir: string,
  gateways: DemoGateway[],
): Promise<() => Promise<void>> => {
  const fleet = createFleet({
    url,
    gateways,
    heartbeatSeconds: 30,
    telemetryPerSecond: 2,
    alarmEverySeconds: 60,
    upgrades: { server, firmware: '1.2.003', tellsAtStart: true, stepMs: 2_000 },
    sequences: fileSequences(join(dataDir, 'demo-sequences.json')),
    seed: Date.now() % 2_147_483_647,
  })
  await fleet.start()
  return () => fleet.stop()
}
