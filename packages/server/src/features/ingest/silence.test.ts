import { createFleet, type Fleet } from '@emberwatch/simulator'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { ensurePartitions } from '../../platform/database/partitions.ts'
import { testClock } from '../../testing/context.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import type { Inbound } from './inbound.ts'
import { createSite, seedInstallation, startIngest, type Site } from './ingest.fixture.ts'
import { IngestConnection } from './ingest-connection.ts'
import { ListeningClock } from './listening-clock.ts'
import { Presence } from './presence.ts'
import { SilenceWatch } from './silence-watch.ts'

/** Silence is counted while the system could hear, and by nothing else (domain.md, "Devices and gateways"). */

let server: TestDatabase
let database: Database
let site: Site
/** How long the models wait, in the tests' own time (s). */
const patience = 30

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
  await seedInstallation(database.kysely)
})
afterAll(async () => {
  await database.close()
  await server.stop()
})
beforeEach(async () => {
  site = await createSite(database.kysely, 2, 1)
  await database.kysely.updateTable('device_model').set({ offline_after_s: patience }).where('id', '=', site.modelId).execute()
})

const faults = () =>
  database.kysely
    .selectFrom('fault')
    .select(['state', 'repeat_count', 'device_id', 'gateway_id'])
    .where('path', '=', site.path)
    .orderBy('id')
    .execute()
const audits = async () =>
  (await database.kysely.selectFrom('audit_log').select('action').where('path', '=', site.path).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const onlineGateways = async () =>
  (
    await database.kysely
      .selectFrom('gateway')
      .select('id')
      .where('path', '=', site.path)
      .where('online', '=', true)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

describe('the watch', () => {
  const open: IngestConnection[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()))
    await database.kysely.deleteFrom('process_beat').execute()
  })

  /** One ingest process as far as silence goes, whose time passes by hand. */
  const process = (clock = testClock()) => {
    const connection = new IngestConnection(server.connection, 3_000)
    open.push(connection)
    const state = { now: 0, hearing: true }
    const offlineFaultType = () => faultType
    const warnings: string[] = []
    const log = Object.assign(pino({ level: 'silent' }), { warn: ({ reason }: { reason: string }) => void warnings.push(reason) })
    const presence = new Presence({ connection, offlineFaultType, clock, log })
    const listening = new ListeningClock(() => state.now)
    const watch = new SilenceWatch({
      connection,
      presence,
      listening,
      hearing: () => state.hearing,
      offlineFaultType,
      makePartitions: () => ensurePartitions(database.kysely, clock.now()),
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
      hear(index: number) {
        const gateway = site.gateways[index]
        const device = gateway?.devices[0]
        presence.note({
          gateway: { id: gateway?.id },
          receivedAt: clock.now(),
          rows: [{ device: { id: device?.id }, values: { battery: 80 } }],
        } as never as Inbound)
      },
      /** So many seconds, a tick in each. */
      async pass(seconds: number) {
        for (let second = 0; second < seconds; second++) {
          state.now += 1_000
          clock.forward(1_000)
          await watch.tick()
        }
      },
    }
  }
  let faultType: number
  beforeAll(async () => {
    const type = await database.kysely
      .selectFrom('fault_type')
      .select('id')
      .where('code', '=', 'offline')
      .executeTakeFirstOrThrow()
    faultType = type.id
  })
  const ids = () => site.gateways.map(({ id }) => id)

  test('says when it cannot do its work, whatever the reason, and when it can again', async () => {
    const one = process()
    await one.watch.tick()
    await sql`alter table gateway rename column heard_ms to elsewhere`.execute(database.kysely)
    await one.pass(14)
    expect(one.watch.works).toBe(true)
    await one.pass(2)
    expect(one.watch.works).toBe(false)
    await sql`alter table gateway rename column elsewhere to heard_ms`.execute(database.kysely)
    await one.pass(1)
    expect(one.watch.works).toBe(true)
  })

  test('takes gateways and devices offline when their patience is over, once, with a fault and an audit row; a word brings them back', async () => {
    const one = process()
    await one.watch.tick()
    one.hear(0)
    one.hear(1)
    await one.pass(patience - 1)
    expect(await onlineGateways()).toEqual(ids())
    one.hear(1)
    await one.pass(3)
    expect(await onlineGateways()).toEqual([ids()[1]])
    const device = site.gateways[0]?.devices[0]?.id
    expect(await faults()).toMatchObject([
      { state: 'pending', repeat_count: 0, device_id: null, gateway_id: ids()[0] },
      { state: 'pending', repeat_count: 0, device_id: device, gateway_id: ids()[0] },
    ])
    await one.pass(5)
    expect(await faults()).toHaveLength(2)
    expect(await audits()).toEqual(['fault.raise', 'fault.raise'])
    one.hear(0)
    await one.pass(1)
    expect(await onlineGateways()).toEqual(ids())
    expect((await faults()).map(({ state }) => state)).toEqual(['solved', 'solved'])
    expect(await audits()).toEqual(['fault.raise', 'fault.raise', 'fault.restore', 'fault.restore'])
  })

  test.each([3_600, -3_600, 400 * 86_400, -400 * 86_400])(
    'a clock that is set by %d s makes nobody silent, and hides nobody',
    async (seconds) => {
      const one = process()
      await one.watch.tick()
      one.hear(0)
      await one.pass(10)
      one.clock.forward(seconds * 1_000)
      await one.pass(10)
      expect(await faults()).toEqual([])
      one.clock.forward(-seconds * 1_000)
      one.hear(1)
      one.clock.forward(seconds * 1_000)
      await one.pass(patience - 20 + 1)
      expect(await onlineGateways()).toEqual([ids()[1]])
      await one.pass(20)
      expect(await onlineGateways()).toEqual([])
    },
  )

  test('the time in which nobody could hear does not count: this process deaf, another one deaf, the database away, all of them stopped', async () => {
    const one = process()
    await one.watch.tick()
    one.hear(0)
    await one.pass(5)
    one.state.hearing = false
    await one.pass(100)
    one.state.hearing = true
    await one.pass(5)
    await database.kysely
      .insertInto('process_beat')
      .values({ id: crypto.randomUUID(), roles: ['ingest'], problems: ['storing'] })
      .execute()
    await one.pass(100)
    await database.kysely.deleteFrom('process_beat').execute()
    // All of it stopped, and started again hours later.
    const next = process(one.clock)
    next.state.now = 4 * 3_600_000
    next.clock.forward(4 * 3_600_000)
    await next.watch.tick()
    await next.pass(5)
    expect(await faults()).toEqual([])
    expect(await onlineGateways()).toEqual([ids()[0]])
    await next.pass(patience)
    expect(await onlineGateways()).toEqual([])
  })

  test('several processes never count the same second twice, and one takes over when the other stops', async () => {
    const [one, two] = [process(), process()]
    await one.watch.tick()
    await two.watch.tick()
    one.hear(0)
    for (let second = 0; second < patience - 2; second++) {
      two.state.now += 500
      await one.pass(1)
      two.state.now += 500
      await two.watch.tick()
    }
    expect(await onlineGateways()).toEqual([ids()[0]])
    await two.pass(5)
    expect(await onlineGateways()).toEqual([])
  })

  test('a lost race is run again: what was heard is not forgotten', async () => {
    const one = process()
    await one.watch.tick()
    const rival = new pg.Client({ ...server.connection })
    rival.on('error', () => undefined)
    await rival.connect()
    // Against the order that everybody keeps, so that the two wait for each other.
    await rival.query('begin')
    await rival.query('select id from gateway where id = $1 for update', [ids()[1]])
    one.hear(0)
    one.hear(1)
    const tick = one.watch.tick()
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      expect(rows).not.toEqual([])
    }, 10_000)
    // Whoever waited first finds out first, and gives way.
    const crossing = rival.query('select id from gateway where id = $1 for update', [ids()[0]]).catch(() => undefined)
    await Promise.all([tick, crossing])
    await rival.query('rollback').catch(() => undefined)
    await rival.end()
    expect(one.warnings.join()).toContain('deadlock')
    await one.watch.tick()
    expect(await onlineGateways()).toEqual(ids())
    expect(await faults()).toEqual([])
  })

  test('a value that the database refuses keeps nobody else from being heard', async () => {
    const one = process()
    await one.watch.tick()
    one.hear(0)
    one.presence.note({
      gateway: { id: ids()[1] },
      receivedAt: one.clock.now(),
      rows: [{ device: { id: site.gateways[1]?.devices[0]?.id }, values: { broken: '\0' } }],
    } as never as Inbound)
    await one.pass(2)
    expect(await onlineGateways()).toEqual(ids())
    const devices = await database.kysely
      .selectFrom('device')
      .select('online')
      .where('path', '=', site.path)
      .orderBy('id')
      .execute()
    expect(devices).toEqual([{ online: true }, { online: false }])
    await one.pass(patience + 2)
    expect(await onlineGateways()).toEqual([])
  })
})

describe('over a real broker', () => {
  let fleet: Fleet | undefined
  afterEach(() => fleet?.stop())

  test('a silent gateway is shown within three intervals and five seconds', async () => {
    const interval = 2
    await database.kysely
      .updateTable('device_model')
      .set({ heartbeat_s: interval, offline_after_s: 3 * interval })
      .where('id', '=', site.modelId)
      .execute()
    const ingest = await startIngest(server.connection)
    fleet = createFleet({ url: ingest.url, gateways: site.gateways, heartbeatSeconds: 0, reconnectMs: 50 })
    await fleet.start()
    const [talking, silent] = site.gateways
    const words = setInterval(() => void fleet?.report(talking?.devices[0]?.code ?? '', 'telemetry'), interval * 1_000)
    try {
      await fleet.report(silent?.devices[0]?.code ?? '', 'telemetry')
      const from = performance.now()
      await fleet.report(talking?.devices[0]?.code ?? '', 'telemetry')
      await vi.waitFor(async () => expect(await onlineGateways()).toEqual([talking?.id, silent?.id]), {
        timeout: 5_000,
        interval: 50,
      })
      await vi.waitFor(async () => expect(await onlineGateways()).toEqual([talking?.id]), { timeout: 20_000, interval: 50 })
      const tookMs = performance.now() - from
      expect(tookMs).toBeGreaterThan(3 * interval * 1_000 - 100)
      expect(tookMs).toBeLessThan(3 * interval * 1_000 + 5_000)
    } finally {
      clearInterval(words)
      await ingest.stop()
    }
  }, 40_000)
})
