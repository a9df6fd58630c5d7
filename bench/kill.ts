import { setTimeout as delay } from 'node:timers/promises'
import { createSite } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { alarmEvery, compare, Traffic } from './acknowledged.ts'
import { quantile, type Bench } from './bench.ts'
import { createProgram, type Program } from './program.ts'

const kills = 20
const gateways = 20
const devicesEach = 100
const perSecond = 500
/** After it is back, it is killed again at a random time within this (ms). */
const peace = [700, 2_000] as const

let program: Program | undefined
let traffic: Traffic | undefined

/** Whether acknowledged means stored: the program and its database are killed together, again and again, under load. */
export const bench: Bench = {
  name: 'kill',
  about: `${kills} × kill -9 of program and database under ${perSecond} reports/s of ${gateways} gateways, one in ${alarmEvery} a fire`,
  rounds: 1,
  targets: {
    restarts: { least: kills },
    acknowledged_lost: { most: 0 },
    doubled_reports: { most: 0 },
    doubled_alarms: { most: 0 },
    never_acknowledged: { most: 0 },
  },
  async run() {
    program = await createProgram()
    await program.start()
    const before = await program.openDatabase()
    const site = await createSite(before.kysely, gateways, devicesEach)
    await before.close()
    traffic = new Traffic(program.mqttPort, site.gateways, perSecond)
    await traffic.nextAcknowledged()
    const recoveries: number[] = []
    for (let index = 0; index < kills; index++) {
      await delay(peace[0] + Math.random() * (peace[1] - peace[0]))
      const died = performance.now()
      await program.kill()
      await program.start()
      await traffic.nextAcknowledged()
      recoveries.push((performance.now() - died) / 1000)
    }
    await traffic.drain()
    const { sent } = traffic
    const acknowledged = sent.filter((report) => report.acknowledged).length
    const after = await program.openDatabase()
    const figures = await compare(after, sent)
    await after.close()
    return {
      restarts: recoveries.length,
      acknowledged,
      never_acknowledged: sent.length - acknowledged,
      ...figures,
      recovery_p50_s: quantile(recoveries, 0.5),
      recovery_longest_s: Math.max(...recoveries),
    }
  },
  async tearDown() {
    traffic?.stop()
    await program?.remove()
  },
}
