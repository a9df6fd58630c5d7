import { createFleet, type Fleet } from '@emberwatch/simulator'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../../../platform/database/database.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { InboundMessage } from './inbound-message.ts'
import { createSite, seedInstallation, startIngest, type Site } from './ingest.fixture.ts'
import { silenceProcesses } from './silence.fixture.ts'

/** Only time during which the system could receive counts as silence (domain.md, "Devices and gateways"). */

let server: TestDatabase
let database: Database
let site: Site
/** The offline timeout of the models, in test time (s). */
const offlineAfterS = 30

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
  await database.kysely
    .updateTable('device_model')
    .set({ offline_after_s: offlineAfterS })
    .where('id', '=', site.modelId)
    .execute()
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
  let faultType: number
  const { process, closeAll } = silenceProcesses(() => ({ server, site, faultType }))
  afterEach(async () => {
    await closeAll()
    await database.kysely.deleteFrom('process_beat').execute()
  })

  beforeAll(async () => {
    const type = await database.kysely
      .selectFrom('fault_type')
      .select('id')
      .where('code', '=', 'offline')
      .executeTakeFirstOrThrow()
    faultType = type.id
  })
  const ids = () => site.gateways.map(({ id }) => id)

  test('reports when it cannot work, whatever the reason, and when it can again', async () => {
    const process1 = process()
    await process1.watch.tick()
    await sql`alter table gateway rename column heard_ms to elsewhere`.execute(database.kysely)
    await process1.pass(14)
    expect(process1.watch.isWorking).toBe(true)
    await process1.pass(2)
    expect(process1.watch.isWorking).toBe(false)
    await sql`alter table gateway rename column elsewhere to heard_ms`.execute(database.kysely)
    await process1.pass(1)
    expect(process1.watch.isWorking).toBe(true)
  })

  test('during a storm of fires, a round waits for a moment, and no longer', async () => {
    const { state, presence, watch, receive } = process()
    const looks = (more: number, from = state.looks) =>
      vi.waitFor(() => expect(state.looks).toBeGreaterThanOrEqual(from + more), 20_000)
    watch.start()
    for (const end of [() => (state.isStorm = false), () => (state.now += 1_000)]) {
      state.isStorm = true
      await looks(1)
      receive(0)
      await looks(2)
      expect(presence.unwritten('gateway')).toEqual([ids()[0]])
      end()
      await vi.waitFor(() => expect(presence.unwritten('gateway')).toEqual([]), 20_000)
    }
    await watch.stop()
  })

  test('takes gateways and devices offline after their limit, once, with a fault and an audit row; a message brings them back', async () => {
    const process1 = process()
    await process1.watch.tick()
    process1.receive(0)
    process1.receive(1)
    await process1.pass(offlineAfterS - 1)
    expect(await onlineGateways()).toEqual(ids())
    process1.receive(1)
    await process1.pass(3)
    expect(await onlineGateways()).toEqual([ids()[1]])
    const device = site.gateways[0]?.devices[0]?.id
    expect(await faults()).toMatchObject([
      { state: 'pending', repeat_count: 0, device_id: null, gateway_id: ids()[0] },
      { state: 'pending', repeat_count: 0, device_id: device, gateway_id: ids()[0] },
    ])
    await process1.pass(5)
    expect(await faults()).toHaveLength(2)
    expect(await audits()).toEqual(['fault.raise', 'fault.raise'])
    process1.receive(0)
    await process1.pass(1)
    expect(await onlineGateways()).toEqual(ids())
    expect((await faults()).map(({ state }) => state)).toEqual(['solved', 'solved'])
    expect(await audits()).toEqual(['fault.raise', 'fault.raise', 'fault.restore', 'fault.restore'])
  })

  test('devices and gateways never heard since they came to their place get their fault too, once; 1,000 of each', async () => {
    const process1 = process()
    await process1.watch.tick()
    const { projectId, path, gateways } = await createSite(database.kysely, 1, 1_000)
    const gateway = gateways[0]?.id ?? 0
    const bound = { project_id: projectId }
    const change = (table: 'device' | 'gateway', set: object) =>
      database.kysely.updateTable(table).set(set).where('path', '=', path).execute()
    await database.kysely.updateTable('device_model').set({ offline_after_s: offlineAfterS }).execute()
    const mine = () =>
      database.kysely
        .selectFrom('fault')
        .select(['device_id', 'gateway_id', 'project_id', 'source_code', 'state', 'repeat_count'])
        .where('path', '=', path)
        .orderBy('id')
        .execute()
    // Silence does not count for a device in stock, nor for a gateway that is not active yet.
    await change('device', { project_id: null })
    await process1.pass(offlineAfterS + 2)
    expect(await mine()).toEqual([])
    await change('device', bound)
    await process1.pass(offlineAfterS - 1)
    expect(await mine()).toEqual([])
    await process1.pass(2)
    // A round that a busy machine cannot finish in time is repeated.
    const found = await vi.waitFor(async () => {
      await process1.pass(1)
      const raised = await mine()
      expect(raised).toHaveLength(1_000)
      return raised
    }, 20_000)
    expect(new Set(found.map(({ device_id }) => device_id)).size).toBe(1_000)
    expect(
      new Set(found.map((fault) => `${fault.source_code} ${fault.state} ${fault.repeat_count} ${fault.project_id}`)),
    ).toEqual(new Set([`offline pending 0 ${projectId}`]))
    const offline = await database.kysely
      .selectFrom('device')
      .select('id')
      .where('path', '=', path)
      .where('online', '=', true)
      .execute()
    expect(offline).toEqual([])
    // It was never online, so its history shows no change.
    const history = await database.kysely
      .selectFrom('device_online')
      .select('id')
      .where('device_id', '=', gateways[0]?.devices[0]?.id ?? 0)
      .execute()
    expect(history).toEqual([])
    await change('gateway', { activated_at: process1.clock.now() })
    await process1.pass(offlineAfterS + 2)
    expect((await mine()).slice(1_000)).toMatchObject([{ device_id: null, gateway_id: gateway, source_code: 'offline' }])
    await process1.pass(5)
    expect(await mine()).toHaveLength(1_001)
    // Enabled again, its silence is checked anew.
    await database.kysely.updateTable('fault').set({ state: 'solved' }).where('path', '=', path).execute()
    await change('device', { enabled: false })
    await change('device', { enabled: true })
    await process1.pass(offlineAfterS + 2)
    expect((await mine()).filter(({ state }) => state === 'pending')).toHaveLength(1_000)
  })

  test.each([3_600, -3_600, 400 * 86_400, -400 * 86_400])(
    'a clock change of %d s makes nothing silent, and hides no silence',
    async (seconds) => {
      const process1 = process()
      await process1.watch.tick()
      process1.receive(0)
      await process1.pass(10)
      process1.clock.forward(seconds * 1_000)
      await process1.pass(10)
      expect(await faults()).toEqual([])
      process1.clock.forward(-seconds * 1_000)
      process1.receive(1)
      process1.clock.forward(seconds * 1_000)
      await process1.pass(offlineAfterS - 20 + 1)
      expect(await onlineGateways()).toEqual([ids()[1]])
      await process1.pass(20)
      expect(await onlineGateways()).toEqual([])
    },
  )

  test('time in which nothing could be received does not count: this process, another one, the database unavailable, all stopped', async () => {
    const process1 = process()
    await process1.watch.tick()
    process1.receive(0)
    await process1.pass(5)
    process1.state.isReceiving = false
    await process1.pass(100)
    process1.state.isReceiving = true
    await process1.pass(5)
    await database.kysely
      .insertInto('process_beat')
      .values({ id: crypto.randomUUID(), roles: ['ingest'], problems: ['storing'] })
      .execute()
    await process1.pass(100)
    await database.kysely.deleteFrom('process_beat').execute()
    // Everything stopped and started again hours later.
    const next = process(process1.clock)
    next.state.now = 4 * 3_600_000
    next.clock.forward(4 * 3_600_000)
    await next.watch.tick()
    await next.pass(5)
    expect(await faults()).toEqual([])
    expect(await onlineGateways()).toEqual([ids()[0]])
    await next.pass(offlineAfterS)
    expect(await onlineGateways()).toEqual([])
  })

  test('several processes never count the same second twice, and one takes over when the other stops', async () => {
    const [process1, two] = [process(), process()]
    await process1.watch.tick()
    await two.watch.tick()
    process1.receive(0)
    for (let second = 0; second < offlineAfterS - 2; second++) {
      two.state.now += 500
      await process1.pass(1)
      two.state.now += 500
      await two.watch.tick()
    }
    expect(await onlineGateways()).toEqual([ids()[0]])
    await two.pass(5)
    expect(await onlineGateways()).toEqual([])
  })

  test('a lost race is repeated: what was received is not lost', async () => {
    const process1 = process()
    await process1.watch.tick()
    const rival = new pg.Client({ ...server.connection })
    rival.on('error', () => undefined)
    await rival.connect()
    // Against the usual lock order, so that the two deadlock.
    await rival.query('begin')
    await rival.query('select id from gateway where id = $1 for update', [ids()[1]])
    process1.receive(0)
    process1.receive(1)
    const tick = process1.watch.tick()
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      expect(rows).not.toEqual([])
    }, 30_000)
    // The transaction that waited first detects the deadlock first and is rolled back.
    const crossing = rival.query('select id from gateway where id = $1 for update', [ids()[0]]).catch(() => undefined)
    await Promise.all([tick, crossing])
    await rival.query('rollback').catch(() => undefined)
    await rival.end()
    expect(process1.warnings.join()).toContain('deadlock')
    await process1.watch.tick()
    expect(await onlineGateways()).toEqual(ids())
    expect(await faults()).toEqual([])
  })

  test('a value that the database rejects does not block the others', async () => {
    const process1 = process()
    await process1.watch.tick()
    process1.receive(0)
    process1.presence.note({
      gateway: { id: ids()[1] },
      receivedAt: process1.clock.now(),
      rows: [{ device: { id: site.gateways[1]?.devices[0]?.id }, values: { broken: '\0' } }],
    } as never as InboundMessage)
    await process1.pass(2)
    expect(await onlineGateways()).toEqual(ids())
    const devices = await database.kysely
      .selectFrom('device')
      .select('online')
      .where('path', '=', site.path)
      .orderBy('id')
      .execute()
    expect(devices).toEqual([{ online: true }, { online: false }])
    await process1.pass(offlineAfterS + 2)
    expect(await onlineGateways()).toEqual([])
  })

  test('a month without a partition costs no values', async () => {
    const process1 = process()
    await process1.watch.tick()
    const month = process1.clock.now().toISOString().slice(0, 7).replace('-', '_')
    await sql.raw(`drop table if exists device_value_${month}`).execute(database.kysely)
    process1.receive(0)
    await process1.pass(3)
    const { id = 0 } = site.gateways[0]?.devices[0] ?? {}
    const devices = database.kysely.selectFrom('device').select('last_values').where('id', '=', id).execute()
    expect(await devices).toEqual([{ last_values: { battery: 80 } }])
  })

  test('a device whose values cannot be written in time stops the supervision of nobody, and its own values are given up', async () => {
    await sql
      .raw(
        `create or replace function slow_values() returns trigger language plpgsql as $$
         begin if new.last_values ? 'slow' then perform pg_sleep(60); end if; return new; end $$;
         create trigger slow before update on device for each row execute function slow_values()`,
      )
      .execute(database.kysely)
    try {
      const process1 = process(undefined, { firstLimitMs: 500 })
      await process1.watch.tick()
      const note = (gateway: number, values: object) =>
        process1.presence.note({
          gateway: { id: ids()[gateway] },
          receivedAt: process1.clock.now(),
          rows: [{ device: { id: site.gateways[gateway]?.devices[0]?.id }, values }],
        } as never as InboundMessage)
      note(0, { pressure: 1 })
      note(1, { slow: true })
      const devices = () =>
        database.kysely
          .selectFrom('device')
          .select(['online', 'last_values'])
          .where('path', '=', site.path)
          .orderBy('id')
          .execute()
      await process1.watch.tick()
      await vi.waitFor(async () => {
        await process1.watch.tick()
        expect((await devices()).map(({ online }) => online)).toEqual([true, true])
      }, 30_000)
      expect(await onlineGateways()).toEqual(ids())
      await vi.waitFor(async () => {
        await process1.watch.tick()
        expect(process1.warnings.join()).toContain('values of a device')
      }, 20_000)
      expect((await devices()).map((each) => each.last_values)).toEqual([{ pressure: 1 }, {}])
      expect(process1.presence.unwritten('device')).toEqual([])
    } finally {
      await sql.raw('drop trigger slow on device').execute(database.kysely)
    }
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
  })
})
