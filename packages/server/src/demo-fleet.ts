import { createFleet, fileSequences, type UpgradeBehaviour } from '@emberwatch/simulator'
import { join } from 'node:path'
import type { DemoGateway } from '../seed/demo-secrets.ts'
import { silentDevices } from '../seed/demo-standing.ts'
import { demoFirmware } from '../seed/demo-upgrades.ts'

/** Most upgrades work. Some fail, and some lose power the first time, so that there is something to see. */
const behaviourOf = (code: string, attempt: number): UpgradeBehaviour => {
  if (attempt > 1) return 'works'
  return code.endsWith('1') ? 'losesPower' : code.endsWith('4') ? 'breaksOff' : 'works'
}

/**
 * Starts the simulated gateways of the demo: heartbeats, telemetry, an alarm every few minutes, and upgrades offered to them. A few devices stay silent. Returns a
 * function that stops them.
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
    telemetryPerSecond: 3,
    alarmEverySeconds: 180,
    restoreAfterSeconds: [60, 300],
    upgrades: { server, firmware: demoFirmware, tellsAtStart: true, stepMs: 2_000, behaviourOf },
    sequences: fileSequences(join(dataDir, 'demo-sequences.json')),
    seed: Date.now() % 2_147_483_647,
  })
  const known = new Set(gateways.flatMap(({ devices }) => devices.map(({ code }) => code)))
  for (const code of Object.keys(silentDevices)) if (known.has(code)) await fleet.silence(code)
  await fleet.start()
  return () => fleet.stop()
}
