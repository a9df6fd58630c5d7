import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startIngest } from './ingest.fixture.ts'
import type { StartedIngest } from './ingest.fixture.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()
const report = (code: string, device = t.device.code, values?: object) => ({ device, code, format: 'EW', values })
const poisoned = (code: string) => send(t, { reports: [report(code, t.device.code, { poison: true })] })
const good = (index: number) => send(t, { reports: [report('telemetry', t.gateway.devices[1]?.code, { index })] })
const tables: string[] = []

/** A trigger that fails for marked rows, like a foreign constraint or trigger would. */
const poison = async (table: string, condition: string, state: string): Promise<void> => {
  tables.push(table)
  await sql
    .raw(
      `create or replace function poison_${table}() returns trigger language plpgsql as $$
       begin if ${condition} then raise exception 'poisoned' using errcode = '${state}', constraint = 'own'; end if; return new; end $$;
       create trigger poison before insert or update on ${table} for each row execute function poison_${table}()`,
    )
    .execute(t.db)
}
const ofThisSite = () => `new.path = '${t.site.path}'`

afterEach(async () => {
  // A message being retried may hold one partition and wait for another; PostgreSQL then ends one of the two transactions.
  for (const table of tables.splice(0))
    await vi.waitFor(() => sql.raw(`drop trigger if exists poison on ${table}`).execute(t.db), 30_000)
})

const alarms = async () => (await rowsOf.alarms(t)).map(({ source_code: code, state }) => `${code} ${state}`)
const kept = async () => (await rowsOf.log(t)).map(({ result, reason }) => `${result} ${reason}`)
const isStored = (index: number) =>
  vi.waitFor(async () => expect(JSON.stringify(await rowsOf.reports(t))).toContain(`"index":${index}`), 20_000)

describe('a message that cannot be stored as it is', () => {
  const marked = `new.values ->> 'poison' is not null`

  test.each([
    ['a bad value', '22P02'],
    ['a violated constraint', '23505'],
    ['a check of its own', '23514'],
    ['a trigger’s exception', 'P0001'],
    ['an internal error', 'XX000'],
  ])('(%s, %s) is stored without its values, and all others go on', async (_name, state) => {
    await poison('report', marked, state)
    const others = Array.from({ length: 20 }, (_, index) => good(index))
    await Promise.all([...others.slice(0, 10), poisoned('smoke'), ...others.slice(10)])
    await isStored(19)
    expect(await rowsOf.reports(t)).toHaveLength(21)
    expect((await rowsOf.reports(t)).filter(({ code }) => code === 'smoke')).toMatchObject([{ values: null, type: 'alarm' }])
    expect(await alarms()).toEqual(['smoke unconfirmed'])
    expect(await kept()).toEqual(['malformed notStorable'])
    expect((await rowsOf.faults(t)).map(({ source_code: code }) => code)).toEqual(['unreadable'])
    expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 0 })
    expect(t.ingest.status().salvaged).toBeGreaterThan(0)
  })

  test('whose reports cannot be stored at all still raises an alarm', async () => {
    await poison('report', `new.code = 'smoke'`, '22000')
    await Promise.all([poisoned('smoke'), good(1)])
    expect(await alarms()).toEqual(['smoke unconfirmed'])
    expect((await rowsOf.reports(t)).map(({ code }) => code)).toEqual(['telemetry'])
    expect(await rowsOf.audits(t)).toContain('alarm.raise')
    expect(await kept()).toEqual(['malformed notStorable'])
  })

  test('whose faults cannot be written still raises an alarm', async () => {
    await poison('fault', ofThisSite(), 'XX000')
    await send(t, { reports: [report('smoke'), report('tamper')] })
    expect(await alarms()).toEqual(['smoke unconfirmed'])
    expect(await kept()).toEqual(['malformed notStorable'])
  })

  test('whose signals for linked rules cannot be written keeps its reports, faults and unknown codes', async () => {
    const { projectId, companyId, path, modelId } = t.site
    const command = await t.db
      .insertInto('device_command')
      .values({ model_id: modelId, code: 'sound', name: 'Sound' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rule = { project_id: projectId, company_id: companyId, path, command_id: command.id, name: 'Sound the alarm' }
    await t.db
      .insertInto('linked_rule')
      .values({ ...rule, trigger: 'report', report_type: 'alarm' })
      .execute()
    const second = await startIngest(t.connection)
    await poison('rule_signal', `new.project_id = ${projectId}`, 'XX000')
    const { code, secret } = t.gateway
    const client = await connectAsync(second.url, { protocolVersion: 4, username: code, password: secret, clientId: 'second' })
    const reports = [report('smoke'), report('tamper'), report('never-heard-of')]
    await client.publishAsync(`ew/v1/${code}/report`, JSON.stringify({ reports }), { qos: 1 })
    await client.endAsync()
    await second.stop()
    expect(await alarms()).toEqual(['smoke unconfirmed'])
    expect((await rowsOf.reports(t)).map((row) => row.code)).toEqual(['smoke', 'tamper', 'never-heard-of'])
    expect((await rowsOf.faults(t)).map(({ source_code }) => source_code).sort()).toEqual([
      'never-heard-of',
      'tamper',
      'unreadable',
    ])
    expect((await rowsOf.unknown(t)).map(({ kind }) => kind)).toContain('unknownCode')
    expect(await kept()).toEqual(['malformed notStorable'])
  })

  test('that cannot even be audited still raises an alarm', async () => {
    await poison('audit_log', `${ofThisSite()} and new.action = 'alarm.raise'`, '23502')
    await poisoned('smoke')
    expect(await alarms()).toEqual(['smoke unconfirmed'])
    expect((await rowsOf.events(t)).map(({ change }) => change)).toContain('raised')
    expect(await kept()).toEqual(['malformed notStorable'])
  })

  test('that cannot raise an alarm either is logged and becomes a fault of its gateway', async () => {
    await poison('alarm', ofThisSite(), '23503')
    await poisoned('smoke')
    expect(await alarms()).toEqual([])
    expect(await kept()).toEqual(['malformed notStorable'])
    expect(await rowsOf.faults(t)).toMatchObject([{ source_code: 'unreadable', gateway_id: t.gateway.id, device_id: null }])
    expect(await rowsOf.unknown(t)).toMatchObject([{ kind: 'unreadable', key: 'notStorable', may_be_alarm: true }])
  })

  test('of which nothing can be stored is never acknowledged, and delays nothing', async () => {
    for (const table of ['alarm', 'mqtt_log', 'fault', 'unknown_report']) await poison(table, ofThisSite(), 'XX000')
    await poison('report', marked, 'XX000')
    let acknowledged = false
    const { code, secret } = t.gateway
    const lone = await connectAsync(t.url, {
      protocolVersion: 4,
      username: code,
      password: secret,
      clientId: 'lone',
      reconnectPeriod: 0,
    })
    const payload = JSON.stringify({ reports: [report('smoke', t.device.code, { poison: true })] })
    lone.publish(`ew/v1/${code}/report`, payload, { qos: 1 }, (error) => (acknowledged = !error))
    await vi.waitFor(() => expect(t.ingest.status().salvaged).toBeGreaterThan(0), 20_000)
    await good(1)
    await isStored(1)
    expect(acknowledged).toBe(false)
    await lone.endAsync(true)
  })
})

describe('a missing partition', () => {
  test('is created, and the messages are stored', async () => {
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    await sql.raw(`drop table report_${month}, alarm_${month}, alarm_journey_${month}`).execute(t.db)
    await poisoned('smoke')
    expect(await alarms()).toEqual(['smoke unconfirmed'])
    expect(await rowsOf.reports(t)).toMatchObject([{ code: 'smoke', values: { poison: true } }])
  })
})

describe('our own code', () => {
  let second: StartedIngest
  beforeEach(async () => {
    second = await startIngest(t.connection, {}, { onRaised: async () => JSON.parse('{') })
  })
  afterEach(() => second.stop())

  const publish = async (...messages: object[][]): Promise<void> => {
    const { code, secret } = t.gateway
    const client = await connectAsync(second.url, { protocolVersion: 4, username: code, password: secret, clientId: 'second' })
    const topic = `ew/v1/${code}/report`
    await Promise.all(messages.map((reports) => client.publishAsync(topic, JSON.stringify({ reports }), { qos: 1 })))
    await client.endAsync()
  }

  test('that throws for one message costs neither its alarm nor the others', async () => {
    await publish([report('telemetry')], [report('smoke')], [report('telemetry')])
    expect(await rowsOf.audits(t)).toContain('alarm.raise')
    expect(await alarms()).toEqual(['smoke unconfirmed'])
    expect((await rowsOf.reports(t)).filter(({ code }) => code === 'telemetry')).toHaveLength(2)
    expect(await kept()).toEqual(['malformed notStorable'])
  })
})

test('an alarm that cannot be audited still sends its notifications', async () => {
  const notified: number[] = []
  const second = await startIngest(
    t.connection,
    {},
    { onRaised: async (_tx, raised) => void notified.push(...raised.flatMap(({ kind, id }) => (kind === 'alarm' ? [id] : []))) },
  )
  await poison('audit_log', `${ofThisSite()} and new.action = 'alarm.raise'`, '23502')
  const { code, secret } = t.gateway
  const client = await connectAsync(second.url, { protocolVersion: 4, username: code, password: secret, clientId: 'second' })
  await client.publishAsync(`ew/v1/${code}/report`, JSON.stringify({ reports: [report('smoke')] }), { qos: 1 })
  // Only the last notification counts: the earlier transactions were rolled back.
  expect(notified.at(-1)).toBe((await rowsOf.alarms(t))[0]?.id)
  await client.endAsync()
  await second.stop()
})

test('an outage is waited out and reported: disk full, a time-out, a lock, read-only', async () => {
  for (const state of ['53100', '57014', '55P03', '25006']) {
    await poison('report', `new.code = 'smoke'`, state)
    let acknowledged = false
    const sending = poisoned('smoke').then(() => (acknowledged = true))
    await vi.waitFor(() => expect(t.ingest.status()).toMatchObject({ storing: 'failing', waiting: 1 }), 20_000)
    expect(t.ingest.status().oldestWaitingMs).toBeGreaterThanOrEqual(0)
    expect(acknowledged).toBe(false)
    await sql.raw(`drop trigger poison on ${tables.pop()}`).execute(t.db)
    await sending
    expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 0, oldestWaitingMs: null, lastWrittenAt: expect.any(Date) })
  }
  // Once, as the message that raised the alarm.
  expect(await kept()).toEqual(['taken null'])
  expect(await rowsOf.alarms(t)).toMatchObject([{ repeat_count: 3 }])
})
