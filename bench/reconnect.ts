import { setTimeout as delay } from 'node:timers/promises'
import type { AlarmEventData, LiveEvent } from '@emberwatch/contract'
import { sql } from 'kysely'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import type { Database } from '../packages/server/src/platform/database/database.ts'
import { quantile, type Bench } from './bench.ts'
import { GatewayLine } from './gateway-line.ts'
import { signIn } from './http-calls.ts'
import { connectMqttCrowd, type MqttCrowd } from './mqtt-crowd.ts'
import { createProgram, programPassword, type Program } from './program.ts'

const connections = 10_000
/** Additional gateways whose detectors raise fires in the meantime. They are cut off as well. */
const lines = 25
const devicesEach = 500
const pause = 100
/** After everything is back, nothing that is written late may change it; waited for this long (ms). */
const settled = 5_000
const timeoutMs = 120_000

/** This machine's clock (ms). */
const now = (): number => performance.timeOrigin + performance.now()

let program: Program
let crowd: MqttCrowd
let site: Site
let alarmed: GatewayLine[] = []
let sequence = 0
/** When an alarm came on the stream, by the device's code, which is also its name in a benchmark's site. */
const shown = new Map<string, number>()
const closing = new AbortController()

/** A console without a screen. It resumes where it was whenever its stream ends. */
const follow = async (token: string): Promise<void> => {
  let cursor = ''
  while (!closing.signal.aborted) {
    try {
      const headers = { authorization: `Bearer ${token}`, ...(cursor === '' ? {} : { 'last-event-id': cursor }) }
      const { body } = await fetch(`${program.url}/api/web/live/stream`, { headers, signal: closing.signal })
      let unread = ''
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const at = now()
        const frames = (unread + chunk).split('\n\n')
        unread = frames.pop() ?? ''
        for (const frame of frames) {
          cursor = /^id: (.+)$/m.exec(frame)?.[1] ?? cursor
          const data = /^data: (\[\{.+)$/m.exec(frame)?.[1]
          for (const event of data ? (JSON.parse(data) as LiveEvent[]) : [])
            if (event.kind === 'alarm' && event.change === 'raised')
              shown.set((event.data as Partial<AlarmEventData>).deviceName ?? '', at)
        }
      }
    } catch {
      // The program is away.
    }
    await delay(100)
  }
}

/** How many gateways are offline, and how many faults say so. */
const missing = async ({ kysely }: Database): Promise<{ offline: number; faults: number }> => {
  const { rows } = await sql<{ offline: number; faults: number }>`
    select (select count(*)::integer from gateway where path = ${site.path} and not online) as offline,
      (select count(*)::integer from fault where path = ${site.path} and source_code = 'offline' and state <> 'solved') as faults`.execute(
    kysely,
  )
  return rows[0] ?? { offline: Number.NaN, faults: Number.NaN }
}

/** Measures until every gateway is connected, has been heard and is shown online, without a fault that says otherwise; fires come in meanwhile. */
const storm = async (cut: () => Promise<void>) => {
  const raised = new Map<string, number>()
  const before = await faultsSoFar()
  let open = true
  const firing = (async () => {
    const codes = site.gateways.slice(connections).flatMap(({ devices }) => devices.map(({ code }) => code))
    while (open) {
      const index = sequence++
      const gateway = index % lines
      const code = codes[gateway * devicesEach + Math.floor(index / lines)] ?? ''
      raised.set(code, now())
      void alarmed[gateway]?.send({ seq: sequence, reports: [{ device: code, code: '1111', format: 'CID' }] })
      await delay(pause)
    }
  })()
  const began = now()
  await cut()
  const accepting = now()
  await crowd.complete()
  const heard = now()
  const database = await program.openDatabase()
  for (let left = await missing(database); left.offline + left.faults > 0; left = await missing(database)) {
    if (now() - heard > timeoutMs) throw new Error(`${left.offline} gateways are still offline, with ${left.faults} faults`)
    await delay(250)
  }
  const online = now()
  await delay(settled)
  open = false
  await firing
  const after = await missing(database)
  await database.close()
  // Waits for the last of the fires to be shown.
  for (let tries = 0; [...raised.keys()].some((code) => !shown.has(code)) && tries < 100; tries++) await delay(100)
  const waits = [...raised].map(([code, at]) => (shown.get(code) ?? Number.NaN) - at)
  return {
    began,
    accepting,
    heard_s: (heard - accepting) / 1_000,
    online_s: (online - accepting) / 1_000,
    left: after.offline + after.faults,
    raised: (await faultsSoFar()) - before,
    waits,
  }
}

/** Offline faults, including solved ones. */
const faultsSoFar = async (): Promise<number> => {
  const database = await program.openDatabase()
  const { n } = await database.kysely
    .selectFrom('fault')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('path', '=', site.path)
    .where('source_code', '=', 'offline')
    .executeTakeFirstOrThrow()
  await database.close()
  return n
}

/** The line of a whole region breaks and comes back; then the program itself is killed. */
export const bench: Bench = {
  name: 'reconnect',
  about: `${connections} gateways are cut off at once, each with its Will, and all come back at once; then the program is killed under them and started again; a fire every ${pause} ms meanwhile`,
  rounds: 5,
  targets: {
    cut_online_s: { most: 60 },
    cut_left_offline: { most: 0 },
    cut_fire_worst_s: { most: 5 },
    killed_online_s: { most: 60 },
    killed_left_offline: { most: 0 },
    killed_offline_faults: { most: 0 },
    killed_fire_worst_s: { most: 5 },
    fires_not_shown: { most: 0 },
  },
  async setUp() {
    program = await createProgram()
    await program.start()
    const database = await program.openDatabase()
    site = await createSite(database.kysely, connections + lines, 0)
    const { gateways } = site
    for (const gateway of gateways.slice(connections)) {
      gateway.devices = Array.from({ length: devicesEach }, (_, n) => ({
        id: 0,
        code: `${gateway.code}-${n}`,
        kind: 'smoke',
        room: '',
      }))
      await sql`
        insert into device (company_id, path, customer_id, project_id, model_id, gateway_id, code, name)
        select company_id, path, customer_id, project_id, model_id, id, code || '-' || n, code || '-' || n
        from gateway, generate_series(0, ${sql.lit(devicesEach - 1)}) n where id = ${gateway.id}`.execute(database.kysely)
    }
    await sql`analyze`.execute(database.kysely)
    await database.close()
    void follow(await signIn(program.url, 'operator', programPassword))
    alarmed = gateways.slice(connections).map((gateway) => new GatewayLine(program.mqttPort, gateway))
    crowd = await connectMqttCrowd({ port: program.mqttPort, gateways: gateways.slice(0, connections), heartbeats: true })
  },
  async run() {
    const cut = await storm(async () => {
      crowd.cut()
      for (const line of alarmed) line.cut()
    })
    const killed = await storm(async () => {
      await program.kill()
      await program.start()
    })
    const waits = [...cut.waits, ...killed.waits]
    // Nobody can be shown anything while the program is away.
    const away = killed.accepting - killed.began
    return {
      cut_heard_s: cut.heard_s,
      cut_online_s: cut.online_s,
      cut_offline_faults: cut.raised,
      cut_left_offline: cut.left,
      cut_fire_p50_s: quantile(cut.waits, 0.5) / 1_000,
      cut_fire_worst_s: Math.max(...cut.waits) / 1_000,
      killed_away_s: away / 1_000,
      killed_heard_s: killed.heard_s,
      killed_online_s: killed.online_s,
      killed_offline_faults: killed.raised,
      killed_left_offline: killed.left,
      killed_fire_worst_s: (Math.max(...killed.waits) - away) / 1_000,
      fires_not_shown: waits.filter(Number.isNaN).length,
    }
  },
  async tearDown() {
    closing.abort()
    crowd.close()
    for (const line of alarmed) line.close()
    await program.remove()
  },
}
