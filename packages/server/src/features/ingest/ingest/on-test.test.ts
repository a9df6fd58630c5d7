import { connectAsync } from 'mqtt'
import { afterEach, describe, expect, test } from 'vitest'
import { startIngest } from './ingest.fixture.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()
const say = (code: string, device: string | undefined = t.device.code) =>
  send(t, { reports: [{ ...(device === undefined ? {} : { device }), code, format: 'CID' }] })
const [second, minute] = [1_000, 60_000]
/** Puts the test's project on test: since a minute ago, for another minute. */
const putOnTest = async (more: object = {}) => {
  const project = await t.db.selectFrom('project').selectAll().where('id', '=', t.site.projectId).executeTakeFirstOrThrow()
  const { id } = await t.db
    .insertInto('project_test')
    .values({
      company_id: project.company_id,
      path: project.path,
      customer_id: project.customer_id,
      project_id: project.id,
      from_at: new Date(Date.now() - minute),
      to_at: new Date(Date.now() + minute),
      whole: true,
      reason: 'check',
      requested_by: 'Control room',
      identity_check: 'onSite',
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const endTest = (id: number) =>
  t.db
    .updateTable('project_test')
    .set({ ended_at: new Date(Date.now() - 1) })
    .where('id', '=', id)
    .execute()
const alarms = async () =>
  (await rowsOf.alarms(t)).map(({ device_code, test: isTest, state }) => ({ device_code, test: isTest, state }))
const only = async () => {
  const [alarm, ...others] = await rowsOf.alarms(t)
  if (alarm === undefined || others.length > 0) throw new Error('not one alarm')
  return alarm
}
const changes = async () =>
  (await rowsOf.events(t))
    .filter(({ kind }) => kind === 'alarm')
    .map(({ change, data }) => [change, (data as { test: boolean }).test])

describe('a fire while its project is on test', () => {
  test('is stored, shown and marked; it has no response clock, and the console knows this before it sounds', async () => {
    await putOnTest()
    await say('1110')
    expect(await only()).toMatchObject({ test: true, state: 'unconfirmed', acknowledge_due_at: null, source_active: true })
    expect(await changes()).toEqual([['raised', true]])
    expect(await rowsOf.reports(t)).toHaveLength(1)
    expect(await rowsOf.audits(t)).toContain('alarm.raise')
  })

  test.each([
    ['has not begun', { from_at: new Date(Date.now() + minute), to_at: new Date(Date.now() + 2 * minute) }],
    [
      'whose time is over, though no job has closed it',
      { from_at: new Date(Date.now() - 2 * minute), to_at: new Date(Date.now() - 1) },
    ],
    ['was ended', { ended_at: new Date(Date.now() - second) }],
  ])('is real when the test %s', async (_, times) => {
    await putOnTest(times)
    await say('1110')
    expect(await only()).toMatchObject({ test: false, acknowledge_due_at: expect.any(String) })
    expect(await changes()).toEqual([['raised', false]])
  })

  test('is real during a test that had ended before the clock was set back', async () => {
    await putOnTest({ to_at: new Date(Date.now() + 60 * minute), ended_at: new Date(Date.now() + 5 * minute) })
    await say('1110')
    expect(await only()).toMatchObject({ test: false, acknowledge_due_at: expect.any(String) })
  })

  test('is real as soon as the test is ended, on the same connection', async () => {
    const id = await putOnTest()
    await say('1110')
    await endTest(id)
    await say('1110', t.gateway.devices[1]?.code)
    expect(await alarms()).toMatchObject([{ test: true }, { test: false }])
  })

  test('of an unregistered device is real: it may be anywhere', async () => {
    await putOnTest()
    await say('1110', 'nobody-bound-me')
    expect(await only()).toMatchObject({ test: false })
  })

  test('of the gateway itself is a test if the whole project or the gateway is on test', async () => {
    await putOnTest()
    await send(t, { reports: [{ code: '1110', format: 'CID' }] })
    expect(await only()).toMatchObject({ test: true, device_id: null })
  })
})

describe('a part on test', () => {
  test('marks its devices, and a fire next to them alarms', async () => {
    await putOnTest({ whole: false, device_ids: [t.device.id] })
    await say('1110')
    await say('1110', t.gateway.devices[1]?.code)
    expect(await alarms()).toEqual([
      { device_code: t.device.code, test: true, state: 'unconfirmed' },
      { device_code: t.gateway.devices[1]?.code, test: false, state: 'unconfirmed' },
    ])
  })

  test('marks a gateway with its devices, but not devices of other gateways that it relays', async () => {
    const [, other] = t.site.gateways
    await putOnTest({ whole: false, gateway_ids: [t.gateway.id] })
    await say('1110')
    await say('1110', other?.devices[0]?.code)
    expect(await alarms()).toMatchObject([{ test: true }, { device_code: other?.devices[0]?.code, test: false }])
  })

  test('does not mark a device without a gateway, whichever relays it: an engineer has just installed it', async () => {
    const { path, project_id, company_id, model_id } = await t.db
      .selectFrom('device')
      .selectAll()
      .where('id', '=', t.device.id)
      .executeTakeFirstOrThrow()
    const { code } = await t.db
      .insertInto('device')
      .values({ path, project_id, company_id, model_id, code: `unbound-${t.gateway.id}`, name: 'Detector' })
      .returning('code')
      .executeTakeFirstOrThrow()
    await putOnTest({ whole: false, gateway_ids: [t.gateway.id] })
    // Two gateways may relay it at the same moment, only one of them on test.
    const [, other] = t.site.gateways
    if (!other) throw new Error('no second gateway')
    const client = await connectAsync(t.url, { username: other.code, password: other.secret, reconnectPeriod: 0 })
    await Promise.all([
      say('1110', code),
      send({ ...t, client, gateway: other }, { reports: [{ device: code, code: '1110', format: 'CID' }] }),
    ])
    await client.endAsync()
    for (const gateway of [t.gateway, other]) expect(await rowsOf.reports({ ...t, gateway })).toHaveLength(1)
    expect(await alarms()).toEqual([{ device_code: code, test: false, state: 'unconfirmed' }])
  })
})

describe('after a test', () => {
  test('a fire at a point whose test alarm is still open is raised as a new one', async () => {
    const id = await putOnTest()
    await say('1110')
    await endTest(id)
    await say('1110')
    expect(await only()).toMatchObject({
      test: false,
      state: 'unconfirmed',
      repeat_count: 1,
      acknowledge_due_at: expect.any(String),
    })
    expect(await changes()).toEqual([
      ['raised', true],
      ['raisedAgain', false],
    ])
  })

  test('so is one whose test alarm was confirmed', async () => {
    const id = await putOnTest()
    await say('1110')
    await t.db
      .updateTable('alarm')
      .set({ state: 'confirmed', confirmed_at: new Date() })
      .where('path', '=', t.site.path)
      .execute()
    await endTest(id)
    await say('1110')
    expect(await only()).toMatchObject({ test: false, state: 'unconfirmed', confirmed_at: null })
  })

  test('so is one of a gateway that sends the same bytes as during the test: it is not a redelivery', async () => {
    const same = () =>
      send(t, { seq: 0, reports: ['1110', '1301'].map((code) => ({ device: t.device.code, code, format: 'CID' })) })
    const id = await putOnTest()
    await same()
    await endTest(id)
    await same()
    expect(await only()).toMatchObject({ test: false, state: 'unconfirmed', repeat_count: 1 })
    expect(await rowsOf.faults(t)).toMatchObject([{ test: false, repeat_count: 1 }])
  })

  test('restores of test signals from such a gateway are processed each time', async () => {
    await putOnTest()
    const both = ['1110', '3110'].map((code) => ({ seq: 0, reports: [{ device: t.device.code, code, format: 'CID' }] }))
    for (const message of [...both, ...both]) await send(t, message)
    expect(await only()).toMatchObject({ test: true, source_active: false, repeat_count: 1 })
  })

  test('a real alarm stays real during a test, and its next real signal is a new fire, not a repeat', async () => {
    await say('1110')
    await say('3110')
    await t.db
      .updateTable('alarm')
      .set({ state: 'confirmed', confirmed_at: new Date() })
      .where('path', '=', t.site.path)
      .execute()
    const id = await putOnTest({ from_at: new Date() })
    await say('1110')
    expect(await only()).toMatchObject({ test: false, state: 'confirmed', source_active: false, repeat_count: 1 })
    await endTest(id)
    await say('1110')
    expect(await only()).toMatchObject({ test: false, state: 'unconfirmed', source_active: true })
  })
})

test('a fault is marked while its place is on test, and is real once it comes back outside', async () => {
  const id = await putOnTest()
  await say('1301')
  expect(await rowsOf.faults(t)).toMatchObject([{ test: true, state: 'pending' }])
  await endTest(id)
  await say('1301')
  expect(await rowsOf.faults(t)).toMatchObject([{ test: false, repeat_count: 1 }])
})

test('an unreadable message is never a test: it may have been a fire', async () => {
  await putOnTest()
  await send(t, '{"reports":[{"device":')
  expect(await rowsOf.faults(t)).toMatchObject([{ source_code: 'unreadable', test: false }])
})

describe('notifications', () => {
  const notified: { id: number; roundAt: Date | string; firstAt: Date | string }[] = []
  let stop = async (): Promise<void> => undefined
  afterEach(() => stop())

  test('are not sent for a test, but are for the fire after it', async () => {
    const other = await startIngest(t.connection, {}, { onRaised: async (_client, causes) => void notified.push(...causes) })
    stop = other.stop
    const { connectAsync } = await import('mqtt')
    const client = await connectAsync(other.url, { protocolVersion: 4, username: t.gateway.code, password: t.gateway.secret })
    const report = JSON.stringify({ reports: [{ device: t.device.code, code: '1110', format: 'CID' }] })
    const publish = () => client.publishAsync(`ew/v1/${t.gateway.code}/report`, report, { qos: 1 })
    const id = await putOnTest()
    await publish()
    expect(notified).toEqual([])
    await endTest(id)
    await publish()
    expect(notified).toMatchObject([{ id: (await only()).id }])
    expect(notified[0]?.roundAt).not.toEqual(notified[0]?.firstAt)
    await client.endAsync(true)
  })
})
