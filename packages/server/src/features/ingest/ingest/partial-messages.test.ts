import { maxValueNames, omittedValues } from '@emberwatch/device-link'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { createSite } from './ingest.fixture.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()
const fire = () => ({ device: t.device.code, code: '1110', format: 'CID' })
const alarms = async () =>
  (await rowsOf.alarms(t)).map(({ device_id, device_code, source_format, source_code }) => ({
    device_id,
    device_code,
    source_format,
    source_code,
  }))
const faults = async () => (await rowsOf.faults(t)).map(({ source_code, device_id }) => [source_code, device_id])

describe('one bad report does not affect the others', () => {
  test.each<[string, object]>([
    ['a time that is null', { time: null }],
    ['a time that is a number', { time: 1795161600000 }],
    ['a numeric code', { code: 1110 }],
    ['a missing format', { format: undefined }],
    ['an unknown format', { format: 'XYZ' }],
    ['format and code in other case, with blanks', { format: ' cid ', code: ' 1110 ' }],
    ['a nested value', { values: { smoke: { raw: [1, 2] } } }],
    ['an over-long value', { values: { note: 'x'.repeat(5000) } }],
    ['what cannot be stored', { values: { note: '\0\ud800' } }],
  ])('%s: it is listed, and so is the report next to it', async (_name, wrong) => {
    const [, other] = t.gateway.devices
    await send(t, {
      seq: 1,
      reports: [
        { ...fire(), ...wrong },
        { ...fire(), device: other?.code },
      ],
    })
    expect((await alarms()).sort((a, b) => (a.device_id ?? 0) - (b.device_id ?? 0))).toEqual([
      { device_id: t.device.id, device_code: t.device.code, source_format: 'CID', source_code: '1110' },
      { device_id: other?.id, device_code: other?.code, source_format: 'CID', source_code: '1110' },
    ])
  })

  test('an unreadable device counts as some device of this gateway', async () => {
    await send(t, { seq: 1, reports: [{ ...fire(), device: { id: 7 } }] })
    expect(await alarms()).toMatchObject([{ device_id: null, device_code: null }])
    expect(await rowsOf.reports(t)).toMatchObject([{ device_code: null, problem: 'device' }])
  })

  test('something that is not a report is kept, counted, and a fault of the gateway', async () => {
    await send(t, { seq: 1, reports: [null, { device: t.device.code }, fire()] })
    expect(await alarms()).toHaveLength(1)
    expect(await faults()).toEqual([['unreadable', null]])
    expect(await rowsOf.log(t)).toMatchObject([{ result: 'malformed', reason: 'wrongType' }])
    expect(await rowsOf.gateway(t)).toMatchObject({ malformed_count: 2 })
    expect(await rowsOf.unknown(t)).toMatchObject([
      { kind: 'unreadable', key: 'wrongType', may_be_alarm: true, gateway_id: t.gateway.id },
    ])
  })

  test('values beyond the bound are counted and listed, and the fire is an alarm', async () => {
    const values = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`v${index}`, index]))
    await send(t, { seq: 1, reports: [{ ...fire(), values }] })
    expect(await alarms()).toMatchObject([{ device_id: t.device.id }])
    expect(await rowsOf.unknown(t)).toMatchObject([{ kind: 'unreadable', key: 'tooManyValues', may_be_alarm: false, count: 1 }])
    expect(await rowsOf.reports(t)).toMatchObject([
      { values: { v0: 0, [omittedValues]: 4000 - maxValueNames }, problem: 'values' },
    ])
    expect(await faults()).toEqual([])
  })

  test('a time without a zone is that of the site, and what is no time is kept as it was sent', async () => {
    const [project] = await t.db
      .updateTable('project')
      .set({ time_zone: 'Asia/Shanghai' })
      .where('id', '=', t.site.projectId)
      .returning('id')
      .execute()
    expect(project).toBeDefined()
    await invalidateGatewayCache(t.db, [t.gateway.code])
    await vi.waitFor(async () => {
      await send(t, { reports: [{ ...fire(), time: '2026-11-20 16:00:00' }] })
      expect((await rowsOf.reports(t)).at(-1)).toMatchObject({
        device_time: '2026-11-20T08:00:00.000Z',
        sent_time: null,
        problem: null,
      })
    }, 20_000)
    const times = ['Device 5', '11/12/26 08:00', 5, { a: 1 }, '0001-01-01T00:00:00Z', '2036-02-07T06:28:16Z']
    await send(t, { seq: 1, reports: times.map((time) => ({ ...fire(), time })) })
    expect((await rowsOf.reports(t)).slice(-times.length).map((row) => [row.sent_time, row.device_time, row.problem])).toEqual([
      ['Device 5', null, 'time'],
      ['11/12/26 08:00', null, 'time'],
      ['5', null, 'time'],
      ['{"a":1}', null, 'time'],
      [null, '0001-01-01T00:00:00.000Z', 'time'],
      [null, '2036-02-07T06:28:16.000Z', 'time'],
    ])
  })

  test('the time of a message applies to its reports', async () => {
    const [time, own] = ['2026-11-20T08:00:00.000Z', '2026-11-20T07:00:00.000Z']
    await send(t, { seq: 1, time, reports: [fire(), { ...fire(), time: own }] })
    expect((await rowsOf.reports(t)).map((row) => row.device_time)).toEqual([time, own])
  })
})

describe('a fire counts on any topic of its gateway', () => {
  test.each(['heartbeat', 'command/reply', 'upgrade/progress', 'upgrade/ask', 'upgrade/chunk/get', 'reports'])(
    '%s',
    async (channel) => {
      const valid = { id: '1', result: 'ok', task: '1', state: 'failed', offset: 0, length: 1 }
      await send(t, { ...valid, seq: 1, reports: [fire()] }, channel)
      expect(await alarms()).toHaveLength(1)
      expect(await rowsOf.log(t)).toMatchObject([{ result: 'malformed', reason: 'unknownTopic' }])
    },
  )

  test('however it is written or wrapped inside a heartbeat', async () => {
    await send(t, { seq: 1, Reports: [fire()] }, 'heartbeat')
    expect(await alarms()).toHaveLength(1)
    await send(t, { seq: 2, data: { reports: [{ code: '1115', format: 'CID' }] } }, 'heartbeat')
    expect(await alarms()).toHaveLength(2)
    await send(t, '{"ip":"10.0.0.7","c\\u006fde":"1113","format":"CID"}', 'heartbeat')
    expect(await alarms()).toHaveLength(3)
  })

  test.each(['upgrade/progress', 'upgrade/ask', 'upgrade/chunk/get'])('wrapped inside %s', async (channel) => {
    const valid = { task: '1', state: 'failed', offset: 0, length: 1 }
    await send(t, { ...valid, data: { reports: [fire()] } }, channel)
    expect(await alarms()).toHaveLength(1)
  })

  test('wrapped inside an answer to a command', async () => {
    await send(t, { id: 'c1', result: 'ok', values: { code: '1115' }, data: { reports: [fire()] } }, 'command/reply')
    expect(await alarms()).toMatchObject([{ source_code: '1110', device_id: t.device.id }])
    await send(t, { id: 'c2', result: 'ok', values: { code: '1115' } }, 'command/reply')
    expect(await alarms()).toHaveLength(1)
  })

  test('a heartbeat with an invalid field is a sign of life', async () => {
    await send(t, { seq: 'x', ip: '10.0.0.9', port: -5, firmware: ['1'] }, 'heartbeat')
    expect(await rowsOf.gateway(t)).toMatchObject({ ip: '10.0.0.9', port: null, malformed_count: 0 })
  })
})

describe('unknown codes', () => {
  test('that may be an alarm are stored, listed, and raise a fault of their device', async () => {
    for (const code of ['1119', '1119', '3119']) await send(t, { reports: [{ device: t.device.code, code, format: 'CID' }] })
    expect((await rowsOf.reports(t)).map(({ code, type }) => [code, type])).toEqual([
      ['1119', null],
      ['1119', null],
      ['3119', null],
    ])
    expect(await rowsOf.faults(t)).toMatchObject([{ source_code: '1119', device_id: t.device.id, repeat_count: 1 }])
    expect(await rowsOf.unknown(t)).toMatchObject([
      { kind: 'unknownCode', key: 'CID 1119', device_id: t.device.id, may_be_alarm: true, count: 2 },
      { kind: 'unknownCode', key: 'CID 3119', may_be_alarm: false, count: 1 },
    ])
  })
})

describe('detectors that are not registered at the gateway', () => {
  test('an unknown one: the alarm shows the code that was sent', async () => {
    await send(t, { seq: 1, reports: [{ ...fire(), device: 'NEW-17' }] })
    expect(await alarms()).toMatchObject([{ device_id: null, device_code: 'NEW-17' }])
    expect(await rowsOf.unknown(t)).toMatchObject([
      {
        kind: 'unknownDevice',
        key: 'NEW-17',
        device_code: 'NEW-17',
        code: '1110',
        may_be_alarm: true,
        project_id: t.site.projectId,
      },
    ])
    const event = (await rowsOf.events(t)).find(({ kind }) => kind === 'alarm')
    expect(event?.data).toMatchObject({ deviceCode: 'NEW-17', deviceName: null })
  })

  test('one is meant by its communication code as well, in any case; where two have it, none is', async () => {
    const { device, gateway, site, db } = t
    const fields = { company_id: site.companyId, path: site.path, project_id: site.projectId, model_id: site.modelId }
    const twins = ['TWIN-1', 'TWIN-2'].map((code) => ({
      ...fields,
      gateway_id: gateway.id,
      code,
      name: code,
      communication_code: '2-01',
    }))
    await db.insertInto('device').values(twins).execute()
    const called = (communication_code: string | null) =>
      db.updateTable('device').set({ communication_code }).where('id', '=', device.id).execute()
    await called('00a1-B2')
    await invalidateGatewayCache(db, [gateway.code])
    onTestFinished(async () => {
      await called(null)
      await db.deleteFrom('device').where('code', 'like', 'TWIN-%').execute()
      await invalidateGatewayCache(db, [gateway.code])
    })
    await vi.waitFor(async () => {
      await send(t, { reports: [{ ...fire(), device: '00A1-b2' }] })
      expect(await alarms()).toContainEqual(expect.objectContaining({ device_id: device.id, device_code: device.code }))
    }, 20_000)
    await send(t, { reports: [{ ...fire(), device: '2-01' }] })
    expect(await alarms()).toContainEqual(expect.objectContaining({ device_id: null, device_code: '2-01' }))
  })

  test('one of another gateway of the same project is that detector', async () => {
    const [, other] = t.site.gateways
    const device = other?.devices[0]
    await send(t, { seq: 1, reports: [{ ...fire(), device: device?.code }] })
    expect(await alarms()).toMatchObject([{ device_id: device?.id, device_code: device?.code }])
    expect(await rowsOf.unknown(t)).toEqual([])
  })

  test('one of another project: the alarm is raised here, and nothing there changes or is revealed', async () => {
    const elsewhere = await createSite(t.db, 1, 1)
    const foreignDevice = elsewhere.gateways[0]?.devices[0]
    await send(t, { seq: 1, reports: [{ ...fire(), device: foreignDevice?.code, values: { battery: 1 } }] })
    expect(await alarms()).toMatchObject([{ device_id: null, device_code: foreignDevice?.code }])
    expect(await rowsOf.alarms(t)).toMatchObject([{ project_id: t.site.projectId, gateway_id: t.gateway.id }])
    expect(await rowsOf.unknown(t)).toMatchObject([{ kind: 'foreignDevice', device_id: null, device_code: foreignDevice?.code }])
    const there = await t.db
      .selectFrom('device')
      .selectAll()
      .where('id', '=', foreignDevice?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(there).toMatchObject({ last_seen_at: null, last_values: {} })
    expect(await t.db.selectFrom('alarm').select('id').where('path', '=', elsewhere.path).execute()).toEqual([])
    expect(JSON.stringify([await rowsOf.alarms(t), await rowsOf.unknown(t), await rowsOf.events(t)])).not.toContain('Gateway 0"')
  })

  test('a hundred of them are a hundred alarms', async () => {
    const elsewhere = await createSite(t.db, 1, 100)
    const devices = elsewhere.gateways[0]?.devices ?? []
    await send(t, { seq: 1, reports: devices.map(({ code }) => ({ ...fire(), device: code })) })
    expect(await rowsOf.alarms(t)).toHaveLength(100)
  })

  test('the entry of a registered device is listed again when the device is unknown once more', async () => {
    const said = { device: 'NEW-17', code: 'telemetry', format: 'EW' }
    await send(t, { reports: [said] })
    await t.db.updateTable('unknown_report').set({ handled_at: new Date(), handled_way: 'registered' }).execute()
    await send(t, { reports: [said] })
    expect(await rowsOf.unknown(t)).toMatchObject([{ handled_way: null, handled_at: null, count: 2 }])
  })

  test('a handled entry is listed again when it may be an alarm', async () => {
    const chatter = { device: 'NEW-18', code: 'telemetry', format: 'EW' }
    await send(t, { reports: [chatter] })
    await t.db
      .updateTable('unknown_report')
      .set({ handled_at: new Date(), handled_way: 'ignored' })
      .where('key', '=', 'NEW-18')
      .execute()
    await send(t, { reports: [chatter] })
    expect(await rowsOf.unknown(t)).toMatchObject([{ handled_way: 'ignored', count: 2, may_be_alarm: false }])
    await send(t, { reports: [{ ...chatter, code: 'smoke' }] })
    expect(await rowsOf.unknown(t)).toMatchObject([{ handled_way: null, handled_at: null, count: 3, may_be_alarm: true }])
  })
})

test('what a gateway sent before it was deleted is not dropped', async () => {
  const [, other] = t.site.gateways
  const reports = [
    { ...fire(), device: other?.devices[0]?.code },
    { code: '1115', format: 'CID' },
  ]
  /** Whether an ingest statement waits for the lock below. */
  const waits = (statement: string) =>
    vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like ${`${statement}%`}`.execute(t.db)
      expect(rows.length).toBeGreaterThan(0)
    }, 20_000)
  await t.db.transaction().execute(async (tx) => {
    await sql`lock table gateway in access exclusive mode`.execute(tx)
    await tx.updateTable('gateway').set({ deleted_at: new Date() }).where('id', '=', t.gateway.id).execute()
    // Every process reloads its gateways and checks which may stay, while it looks up what has arrived.
    await invalidateGatewayCache(t.db)
    await waits('select lower')
    // The connection closes before the report is acknowledged.
    send(t, { reports }).catch(() => undefined)
    await waits('select distinct on (g.code)')
  })
  await vi.waitFor(async () => expect(await rowsOf.alarms(t)).toHaveLength(2), 20_000)
  await vi.waitFor(() => expect(t.client.connected).toBe(false), 20_000)
})

test('a fire whose type was deleted a moment before is still listed as a fire', async () => {
  const type = await t.db
    .insertInto('alarm_type')
    .values({ code: `own-${t.gateway.id}`, name_zh: '自定义', name_en: 'Own', level: 'fire' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const code = `own${t.gateway.id}`
  await t.db.insertInto('report_param').values({ format: 'EW', code, type: 'alarm', alarm_type_id: type.id }).execute()
  await invalidateGatewayCache(t.db)
  const raise = () => send(t, { reports: [{ ...fire(), code, format: 'EW' }] })
  await vi.waitFor(async () => {
    await raise()
    expect(await alarms()).toHaveLength(1)
  }, 20_000)
  await t.db.deleteFrom('alarm_open').where('type_id', '=', type.id).execute()
  await t.db.deleteFrom('alarm').where('path', '=', t.site.path).execute()
  // No news of the change has arrived yet.
  await t.db.deleteFrom('report_param').where('code', '=', code).execute()
  await t.db.deleteFrom('alarm_type').where('id', '=', type.id).execute()
  await raise()
  const listed = await t.db
    .selectFrom('alarm')
    .innerJoin('alarm_type', 'alarm_type.id', 'alarm.type_id')
    .select(['alarm_type.code', 'alarm.state'])
    .where('alarm.path', '=', t.site.path)
    .execute()
  expect(listed).toEqual([{ code: 'fire', state: 'unconfirmed' }])
  await invalidateGatewayCache(t.db)
})
