import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import type { Bench } from './bench.ts'
import { GatewayLine } from './gateway-line.ts'
import { call, signIn } from './http-calls.ts'
import { createProgram, programPassword, type Program } from './program.ts'

const gateways = 20
const devicesEach = 100
/** Half of the devices fall silent. */
const silent = (gateways * devicesEach) / 2
const heartbeatSeconds = 5
const offlineAfterSeconds = 3 * heartbeatSeconds
/** Milliseconds between two looks at the lists. */
const lookEvery = 200

let program: Program
let site: Site
let lines: GatewayLine[] = []
let token = ''
let sequence = 0

const codesOf = (half: 'silent' | 'speaking'): string[][] =>
  site.gateways.map(({ devices }) =>
    devices.slice(...(half === 'silent' ? [0, devicesEach / 2] : [devicesEach / 2])).map(({ code }) => code),
  )

/** A report of each of these devices. Resolves when all are acknowledged. */
const report = async (codes: readonly (readonly string[])[]): Promise<void> => {
  const seq = ++sequence
  await Promise.all(
    lines.map((line, index) =>
      line.send({
        seq,
        reports: (codes[index] ?? []).map((device) => ({ device, format: 'EW', code: 'telemetry', values: { battery: 87 } })),
      }),
    ),
  )
}

const list = async <T>(path: string, input: object): Promise<{ list: T[]; total: number }> =>
  call(program.url, token, 'GET', path, { pageSize: 100, ...input })

const all = async <T>(path: string, input: object): Promise<T[]> => {
  const rows: T[] = []
  for (let pageNum = 1; ; pageNum++) {
    const page = await list<T>(path, { ...input, pageNum })
    rows.push(...page.list)
    if (page.list.length < 100) return rows
  }
}

/** Devices that fall silent are shown offline, by the console's own calls and in real time. */
export const bench: Bench = {
  name: 'silence',
  about: `${silent} of ${2 * silent} devices fall silent, whose models await a sign of life every ${heartbeatSeconds} s: from their last one until each is listed as offline and has its supervisory fault, and until all are back`,
  rounds: 5,
  targets: {
    // Not before it is true, and at the latest three intervals and 5 s later.
    first_offline_s: { least: offlineAfterSeconds - 1 },
    last_offline_s: { most: offlineAfterSeconds + 5 },
    last_fault_s: { most: offlineAfterSeconds + 5 },
    right_devices: { least: silent },
    right_faults: { least: silent },
    wrong_devices: { most: 0 },
    left_after_return: { most: 0 },
  },
  async setUp() {
    program = await createProgram()
    await program.start()
    const database = await program.openDatabase()
    site = await createSite(database.kysely, gateways, devicesEach)
    await database.kysely
      .updateTable('device_model')
      .set({ heartbeat_s: heartbeatSeconds, offline_after_s: offlineAfterSeconds })
      .where('id', '=', site.modelId)
      .execute()
    await sql`analyze`.execute(database.kysely)
    await database.close()
    token = await signIn(program.url, 'operator', programPassword)
    lines = site.gateways.map((gateway) => new GatewayLine(program.mqttPort, gateway))
  },
  async run() {
    const [quiet, speaking] = [codesOf('silent'), codesOf('speaking')]
    const offline = { projectId: site.projectId, online: false }
    const faults = { projectId: site.projectId, open: true }
    const totals = async (): Promise<[devices: number, faults: number]> => [
      (await list('web/device/page', offline)).total,
      (await list('web/faultRecord/page', faults)).total,
    ]
    await report(site.gateways.map(({ devices }) => devices.map(({ code }) => code)))
    for (let left = await totals(); left[0] + left[1] > 0; left = await totals()) await delay(lookEvery)
    await report(quiet)
    const began = performance.now()
    const seconds = (): number => (performance.now() - began) / 1_000
    let open = true
    const beating = (async () => {
      while (open) {
        await report(speaking)
        await delay(heartbeatSeconds * 1_000)
      }
    })()
    let [first, lastOffline, lastFault] = [0, 0, 0]
    while ((lastOffline === 0 || lastFault === 0) && seconds() < 4 * offlineAfterSeconds) {
      const [devices, raised] = await totals()
      if (devices > 0) first ||= seconds()
      if (devices >= silent) lastOffline ||= seconds()
      if (raised >= silent) lastFault ||= seconds()
      await delay(lookEvery)
    }
    const awaited = new Set(quiet.flat())
    const shown = await all<{ code: string }>('web/device/page', offline)
    const raised = await all<{ deviceCode: string | null; sourceCode: string }>('web/faultRecord/page', faults)
    await report(quiet)
    const returned = performance.now()
    let left = await totals()
    while (left[0] + left[1] > 0 && performance.now() - returned < 30_000) {
      await delay(lookEvery)
      left = await totals()
    }
    const back = (performance.now() - returned) / 1_000
    open = false
    await beating
    return {
      first_offline_s: first,
      last_offline_s: lastOffline || Number.NaN,
      last_fault_s: lastFault || Number.NaN,
      right_devices: shown.filter(({ code }) => awaited.has(code)).length,
      wrong_devices: shown.filter(({ code }) => !awaited.has(code)).length,
      right_faults: new Set(
        raised
          .flatMap(({ deviceCode, sourceCode }) => (sourceCode === 'offline' && deviceCode !== null ? deviceCode : []))
          .filter((code) => awaited.has(code)),
      ).size,
      back_s: back,
      left_after_return: left[0] + left[1],
    }
  },
  async tearDown() {
    for (const line of lines) line.close()
    await program.remove()
  },
}
