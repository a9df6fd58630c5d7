import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { HttpPeers } from './http-peers.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()
let sequence = 0
const sendCodes = (codes: string[], format = 'EW') =>
  send(t, { seq: ++sequence, reports: codes.map((code) => ({ device: t.device.code, format, code })) })

describe('malformed input', () => {
  test.each([
    ['no JSON', 'hello', 'report', 'notJson'],
    ['over 256 KiB', JSON.stringify({ seq: 1, reports: [], pad: 'x'.repeat(270_000) }), 'report', 'tooLarge'],
    ['no reports', { seq: 'one' }, 'report', 'wrongType'],
    ['a channel that does not exist', {}, 'gossip', 'wrongType'],
    ['a heartbeat that is no object', 'null', 'heartbeat', 'wrongType'],
    ['a wrong reply', { id: 1 }, 'command/reply', 'wrongType'],
  ])('%s is logged with its reason, counted and acknowledged', async (_name, payload, channel, reason) => {
    await send(t, payload, channel)
    expect(await rowsOf.log(t)).toMatchObject([
      { result: 'malformed', reason, gateway_id: t.gateway.id, path: t.site.path, direction: 'up' },
    ])
    expect((await rowsOf.log(t))[0]?.payload?.length).toBeLessThanOrEqual(2048)
    expect(await rowsOf.gateway(t)).toMatchObject({ malformed_count: 1 })
    // What may have been a fire is one (unreadable-messages.test.ts).
    const mayBeFire = reason === 'notJson' || reason === 'tooLarge'
    expect((await rowsOf.reports(t)).map(({ code, type }) => [code, type])).toEqual(mayBeFire ? [['unreadable', 'alarm']] : [])
  })

  test('on another gateway’s topic it counts as sent by its real sender, and is logged', async () => {
    const [, other] = t.site.gateways
    const payload = JSON.stringify({ seq: 1, reports: [{ code: '1110', format: 'CID' }] })
    await t.client.publishAsync(`ew/v1/${other?.code}/report`, payload, { qos: 1 })
    expect(await rowsOf.log(t)).toMatchObject([{ reason: 'unknownTopic', topic: `ew/v1/${other?.code}/report` }])
    expect(await rowsOf.alarms(t)).toMatchObject([{ gateway_id: t.gateway.id, source_code: '1110' }])
  })

  test('a flood is counted in full and logged in part', async () => {
    await Promise.all(Array.from({ length: 200 }, () => send(t, 'broken')))
    expect(await rowsOf.gateway(t)).toMatchObject({ malformed_count: 200 })
    expect(await rowsOf.log(t)).toHaveLength(60)
  })

  test('replies and progress are kept in the log', async () => {
    await send(t, { id: 'c1', result: 'ok' }, 'command/reply')
    await send(t, { task: 't1', state: 'downloading', percent: 5 }, 'upgrade/progress')
    expect(await rowsOf.log(t)).toMatchObject([{ result: 'taken', reason: null }, { result: 'taken' }])
  })
})

describe('gateways', () => {
  test('the first sign-in activates, only once', async () => {
    expect((await rowsOf.gateway(t)).activated_at).not.toBeNull()
    const before = (await rowsOf.gateway(t)).activated_at
    await t.fleet.start()
    expect((await rowsOf.gateway(t)).activated_at).toBe(before)
    expect((await rowsOf.audits(t)).filter((action) => action === 'gateway.activate')).toHaveLength(2)
  })

  test('a heartbeat is stored, and an older one does not overwrite it', async () => {
    await send(t, { seq: ++sequence, ip: '10.0.0.7', port: 5000, signal: -71.4, firmware: '1.2.003' }, 'heartbeat')
    expect(await rowsOf.gateway(t)).toMatchObject({ ip: '10.0.0.7', port: 5000, signal: -71, firmware: '1.2.003' })
  })

  test('messages bring gateway and device online and update their readings', async () => {
    await send(t, {
      seq: ++sequence,
      reports: [{ device: t.device.code, code: 'telemetry', format: 'EW', values: { battery: 87, temperature: 21 } }],
    })
    await send(t, {
      seq: ++sequence,
      reports: [{ device: t.device.code, code: 'telemetry', format: 'EW', values: { temperature: 22 } }],
    })
    await vi.waitFor(
      async () =>
        expect(await rowsOf.device(t)).toMatchObject({
          online: true,
          battery: 87,
          last_values: { battery: 87, temperature: 22 },
        }),
      20_000,
    )
    await vi.waitFor(
      async () => expect(await rowsOf.gateway(t)).toMatchObject({ online: true, last_seen_at: expect.any(String) }),
      20_000,
    )
    expect((await rowsOf.events(t)).map(({ kind, change }) => `${kind} ${change}`)).toEqual(
      expect.arrayContaining(['gateway online', 'device online']),
    )
  })

  test('a Will takes the gateway offline with a fault; the next message brings it back and solves the fault', async () => {
    await sendCodes(['telemetry'])
    await vi.waitFor(async () => expect(await rowsOf.gateway(t)).toMatchObject({ online: true }), 20_000)
    await send(t, { seq: ++sequence, reports: [{ code: 'offline', format: 'EW' }] })
    await vi.waitFor(async () => expect(await rowsOf.gateway(t)).toMatchObject({ online: false }), 20_000)
    expect(await rowsOf.faults(t)).toMatchObject([{ state: 'pending', gateway_id: t.gateway.id, device_id: null }])
    await sendCodes(['telemetry'])
    await vi.waitFor(async () => expect(await rowsOf.gateway(t)).toMatchObject({ online: true }), 20_000)
    expect(await rowsOf.faults(t)).toMatchObject([{ state: 'solved' }])
  })

  test('a disabled gateway is disconnected as soon as the change is announced, and not let in again', async () => {
    const gone = new Promise<void>((resolve) => t.client.once('close', () => resolve()))
    await sendCodes(['telemetry'])
    await t.db.transaction().execute(async (tx) => {
      await tx.updateTable('gateway').set({ enabled: false }).where('id', '=', t.gateway.id).execute()
      await invalidateGatewayCache(tx, [t.gateway.code])
    })
    await gone
    await expect(
      connectAsync(t.url, { protocolVersion: 4, username: t.gateway.code, password: t.gateway.secret, reconnectPeriod: 0 }),
    ).rejects.toThrow()
  })

  test('a refused sign-in is noted on the gateway and in its log, with what was wrong, until it is heard again', async () => {
    const signIn = (password: string, more: object = {}) =>
      connectAsync(t.url, { protocolVersion: 4, username: t.gateway.code, password, reconnectPeriod: 0, ...more })
    const refusals = async () => (await rowsOf.log(t)).filter(({ result }) => result === 'refused')
    await sendCodes(['telemetry'])
    await expect(signIn('mistyped')).rejects.toThrow(/bad username or password/i)
    const will = { topic: 'ew/v1/another/report', payload: Buffer.from('{}'), qos: 1, retain: false }
    await expect(signIn(t.gateway.secret, { will })).rejects.toThrow(/not authorized/i)
    // The secret is replaced, and the gateway is not told. Who is connected with the former one is sent away.
    const kicked = new Promise<void>((resolve) => t.client.once('close', () => resolve()))
    // Only a secret that was in use is remembered.
    await vi.waitFor(async () => expect((await rowsOf.gateway(t))?.activated_at).not.toBeNull(), 20_000)
    await t.db.transaction().execute(async (tx) => {
      const secret_hash = hashGatewaySecret('of tomorrow')
      await tx.updateTable('gateway').set({ secret_hash }).where('id', '=', t.gateway.id).execute()
      await invalidateGatewayCache(tx, [t.gateway.code])
    })
    await kicked
    for (let times = 0; times < 3; times++) await expect(signIn(t.gateway.secret)).rejects.toThrow()
    await vi.waitFor(async () => expect(await refusals()).toHaveLength(3), 20_000)
    // In any order, because they may be stored together.
    const rows = (await refusals()).map(({ reason, topic, gateway_id: id, payload }) => [reason, topic, id, payload])
    expect(rows.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual([
      ['foreignWill', 'CONNECT', t.gateway.id, null],
      ['replacedSecret', 'CONNECT', t.gateway.id, null],
      ['wrongSecret', 'CONNECT', t.gateway.id, null],
    ])
    await vi.waitFor(async () => expect(await rowsOf.gateway(t)).toMatchObject({ refused_reason: 'replacedSecret' }), 20_000)
  })

  test('the address that a gateway calls from over HTTP is on its page, also while another one is locked', async () => {
    const database = openDatabase(t.connection)
    onTestFinished(() => database.close())
    const failures: unknown[] = []
    const peers = new HttpPeers(database.pool, (error) => void failures.push(error))
    const locked = t.site.gateways[1]?.id ?? 0
    await t.db.transaction().execute(async (tx) => {
      await tx.selectFrom('gateway').select('id').where('id', '=', locked).forUpdate().execute()
      peers.note({ id: locked, ip: '192.0.2.8', port: 1 })
      peers.note({ id: t.gateway.id, ip: '192.0.2.7', port: 40_001 })
      await peers.flush()
    })
    expect(failures).toEqual([])
    expect(await rowsOf.gateway(t)).toMatchObject({ ip: '192.0.2.7', port: 40_001 })
  })

  test('a gateway whose change was missed is disconnected once notifications work again; all others stay', async () => {
    const [, other] = t.site.gateways
    const stays = await connectAsync(t.url, { protocolVersion: 4, username: other?.code ?? '', password: other?.secret ?? '' })
    let left = false
    stays.once('close', () => (left = true))
    const gone = new Promise<void>((resolve) => t.client.once('close', () => resolve()))
    await t.db
      .updateTable('gateway')
      .set({ secret_hash: hashGatewaySecret(generateGatewaySecret()) })
      .where('id', '=', t.gateway.id)
      .execute()
    // As after an interruption: any gateway may have changed.
    await invalidateGatewayCache(t.db)
    await gone
    await delay(200)
    expect(left).toBe(false)
    await stays.endAsync(true)
  })

  test('a rotated secret works immediately, even before the change is announced', async () => {
    const secret = generateGatewaySecret()
    const { code, id } = t.gateway
    await t.db
      .updateTable('gateway')
      .set({ secret_hash: hashGatewaySecret(secret) })
      .where('id', '=', id)
      .execute()
    const client = await connectAsync(t.url, { protocolVersion: 4, username: code, password: secret, reconnectPeriod: 0 })
    expect(client.connected).toBe(true)
    await client.endAsync(true)
  })

  test('a rotated secret ends the connections with the old one, even if the new one came first and the cache was emptied', async () => {
    const secret = generateGatewaySecret()
    const { code, id } = t.gateway
    const gone = new Promise<void>((resolve) => t.client.once('close', () => resolve()))
    await invalidateGatewayCache(t.db)
    await t.db
      .updateTable('gateway')
      .set({ secret_hash: hashGatewaySecret(secret) })
      .where('id', '=', id)
      .execute()
    const client = await connectAsync(t.url, { protocolVersion: 4, username: code, password: secret, reconnectPeriod: 50 })
    await invalidateGatewayCache(t.db, [code])
    await gone
    // The gateway with the new secret comes back and stays.
    await vi.waitFor(() => expect(client.connected).toBe(true), 20_000)
    await invalidateGatewayCache(t.db, [code])
    await delay(300)
    expect(client.connected).toBe(true)
    await client.endAsync(true)
  })

  test('a change that cannot be read at once is read later: a disabled gateway does not stay', async () => {
    const gone = new Promise<void>((resolve) => t.client.once('close', () => resolve()))
    const other = openDatabase(t.connection)
    // Longer than a lookup's time limit.
    await other.kysely.transaction().execute(async (tx) => {
      await sql`lock table gateway in access exclusive mode`.execute(tx)
      await tx.updateTable('gateway').set({ enabled: false }).where('id', '=', t.gateway.id).execute()
      await invalidateGatewayCache(t.db)
      await delay(7_500)
    })
    await expect(gone).resolves.toBeUndefined()
    await other.close()
    await t.db.updateTable('gateway').set({ enabled: true }).where('id', '=', t.gateway.id).execute()
  })

  test('its link history shows when it came, left and came back', async () => {
    const links = () =>
      t.db.selectFrom('gateway_link').select(['online', 'cause']).where('gateway_id', '=', t.gateway.id).orderBy('id').execute()
    await sendCodes(['telemetry'])
    await vi.waitFor(async () => expect(await rowsOf.gateway(t)).toMatchObject({ online: true }), 20_000)
    await send(t, { seq: ++sequence, reports: [{ code: 'offline', format: 'EW' }] })
    await vi.waitFor(async () => expect(await rowsOf.gateway(t)).toMatchObject({ online: false }), 20_000)
    await sendCodes(['telemetry'])
    await vi.waitFor(async () => expect(await rowsOf.gateway(t)).toMatchObject({ online: true }), 20_000)
    expect(await links()).toEqual([
      { online: true, cause: 'heard' },
      { online: false, cause: 'left' },
      { online: true, cause: 'heard' },
    ])
  })

  test('a device bound while its gateway is connected is known after the next announcement', async () => {
    await send(t, { seq: ++sequence, reports: [{ device: 'LATE', code: 'telemetry', format: 'EW' }] })
    const { id } = await t.db
      .insertInto('device')
      .values({
        company_id: t.site.companyId,
        path: t.site.path,
        project_id: t.site.projectId,
        gateway_id: t.gateway.id,
        model_id: t.site.modelId,
        code: 'LATE',
        name: 'LATE',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await invalidateGatewayCache(t.db, [t.gateway.code])
    await vi.waitFor(async () => {
      await send(t, { seq: ++sequence, reports: [{ device: 'LATE', code: 'telemetry', format: 'EW' }] })
      expect((await rowsOf.reports(t)).at(-1)?.device_id).toBe(id)
    }, 20_000)
    expect((await rowsOf.reports(t))[0]?.device_id).toBeNull()
    await t.db.deleteFrom('device').where('id', '=', id).execute()
  })
})
