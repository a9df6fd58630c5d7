import { setTimeout as delay } from 'node:timers/promises'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSite, type SiteGateway } from './ingest.fixture.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()
/** A second program that holds locks. */
let blocker: pg.Client
beforeAll(async () => {
  blocker = new pg.Client(t.connection)
  await blocker.connect()
})
afterAll(() => blocker.end())

const gateways = (): [SiteGateway, SiteGateway] => {
  const [one, other] = t.site.gateways
  if (one === undefined || other === undefined) throw new Error('no gateways')
  return [one, other]
}
/** A message that cannot be stored has arrived. */
const oneWaits = () => vi.waitFor(() => expect(t.ingest.status().waiting).toBe(1), { timeout: 20_000, interval: 5 })

test('a locked alarm makes only its own gateway wait: all others are stored, nothing is acknowledged early, and the order is kept', async () => {
  const [own, other] = gateways()
  await t.fleet.start()
  const [first = '', second = ''] = own.devices.map(({ code }) => code)
  const [elsewhere = ''] = other.devices.map(({ code }) => code)
  await t.fleet.alarm('smoke', first)
  const [locked] = await rowsOf.alarms(t)
  const from = performance.now()
  await blocker.query('begin')
  await blocker.query('select from alarm where id = $1 for update', [locked?.id])
  const order: string[] = []
  const later = (name: string, sending: Promise<unknown>) => sending.then(() => order.push(name))
  // A repeat of the locked alarm, and behind it a fire of another detector of the same gateway.
  const held = [later('repeat', t.fleet.alarm('smoke', first))]
  await oneWaits()
  held.push(later('behind', t.fleet.alarm('smoke', second)))
  const sentAt = performance.now()
  await t.fleet.alarm('smoke', elsewhere)
  expect(performance.now() - sentAt).toBeLessThan(2_000)
  expect((await rowsOf.alarms(t)).map(({ device_id: id }) => id)).toEqual([own.devices[0]?.id, other.devices[0]?.id])
  // Meanwhile nothing else is held up, neither by waiting for the lock nor by locks of the waiting message.
  const took: number[] = []
  while (performance.now() - from < 10_000) {
    const at = performance.now()
    await t.fleet.alarm('smoke', elsewhere)
    took.push(performance.now() - at)
    await delay(100)
  }
  // The median, as the machine may be busy with something else for a moment.
  expect(took.sort((a, b) => a - b)[took.length >> 1]).toBeLessThan(500)
  expect(order).toEqual([])
  expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 2 })
  expect(t.ingest.storing()).toBe(false)
  await blocker.query('commit')
  await Promise.all(held)
  expect(order).toEqual(['repeat', 'behind'])
  expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 0 })
  const alarms = await rowsOf.alarms(t)
  expect(alarms).toHaveLength(3)
  expect(new Set(alarms.map(({ device_id: id }) => id))).toEqual(
    new Set([own.devices[0]?.id, own.devices[1]?.id, other.devices[0]?.id]),
  )
  expect(alarms.find(({ id }) => id === locked?.id)?.repeat_count).toBe(1)
})

test('the same while somebody closes an alarm, or has locked a fault or a device', async () => {
  const [own, other] = gateways()
  await send(t, { reports: [{ device: t.device.code, code: '1110', format: 'CID' }] })
  await send(t, { reports: [{ device: t.device.code, code: '1301', format: 'CID' }] })
  const [alarm] = await rowsOf.alarms(t)
  const [fault] = await rowsOf.faults(t)
  expect([alarm, fault]).not.toContain(undefined)
  await t.fleet.start()
  for (const [lock, code] of [
    [`delete from alarm_open where alarm_id = ${alarm?.id}`, '1110'],
    [`select from fault where id = ${fault?.id} for update`, '1301'],
    [`update device set name = name where id = ${t.device.id}`, '1302'],
  ]) {
    await blocker.query('begin')
    await blocker.query(lock ?? '')
    let stored = false
    const sending = send(t, { reports: [{ device: t.device.code, code, format: 'CID' }] }).then(() => (stored = true))
    await oneWaits()
    const from = performance.now()
    await t.fleet.alarm('smoke', other.devices[0]?.code ?? '')
    expect(performance.now() - from).toBeLessThan(2_000)
    expect(stored).toBe(false)
    await blocker.query('rollback')
    await sending
  }
  expect((await rowsOf.reports(t)).filter(({ gateway_id: id }) => id === own.id)).toHaveLength(5)
})

test('a write waiting for a locked fault does not lock those after it: user actions lock them in the same order', async () => {
  const report = (...codes: string[]) => ({ reports: codes.map((code) => ({ device: t.device.code, code, format: 'CID' })) })
  await send(t, report('1301', '1302'))
  const [first, second] = (await rowsOf.faults(t)).toSorted((a, b) => a.type_id - b.type_id)
  const restore = `3${first?.source_code?.slice(1)}`
  await blocker.query('begin')
  await blocker.query('select from fault where id = $1 for update', [first?.id])
  const sending = send(t, report(second?.source_code ?? '', restore))
  await oneWaits()
  for (let look = 0; look < 40; look++) {
    await blocker.query('savepoint look')
    await blocker.query('select from fault where id = $1 for update nowait', [second?.id])
    await blocker.query('rollback to look')
    await delay(50)
  }
  await blocker.query('rollback')
  await sending
  const after = await rowsOf.faults(t)
  expect(after.map(({ id, state }) => [id, state === 'solved'])).toEqual(after.map(({ id }) => [id, id === first?.id]))
})

/** Expects fires of another company to be stored at once, one after another for a while, as if nothing were locked. */
const elsewhereAllIsWell = async (fleet: Fleet, code: string): Promise<void> => {
  const from = performance.now()
  await fleet.alarm('smoke', code)
  expect(performance.now() - from).toBeLessThan(2_000)
  const took: number[] = []
  for (let count = 0; count < 10; count++) {
    const at = performance.now()
    await fleet.alarm('smoke', code)
    took.push(performance.now() - at)
    await delay(100)
  }
  expect(took.sort((a, b) => a - b)[5]).toBeLessThan(500)
}

test('a locked audit chain makes only its own company wait, and nothing is acknowledged before it is stored', async () => {
  const [own, other] = gateways()
  const another = await createSite(t.db, 1, 1)
  const fleet = createFleet({ url: t.url, gateways: another.gateways, heartbeatSeconds: 0, reconnectMs: 50 })
  await t.fleet.start()
  await fleet.start()
  await blocker.query('begin')
  await blocker.query('select from audit_chain where company_id = $1 for update', [t.site.companyId])
  const stored: string[] = []
  const later = (name: string, sending: Promise<unknown>) => sending.then(() => stored.push(name))
  const held = [later('first', t.fleet.alarm('smoke', own.devices[0]?.code ?? ''))]
  await elsewhereAllIsWell(fleet, another.gateways[0]?.devices[0]?.code ?? '')
  // Another gateway of the company, which has not waited for the lock yet.
  held.push(later('second', t.fleet.alarm('smoke', other.devices[0]?.code ?? '')))
  await elsewhereAllIsWell(fleet, another.gateways[0]?.devices[0]?.code ?? '')
  expect(await t.db.selectFrom('alarm').select('id').where('path', '=', another.path).execute()).toHaveLength(1)
  expect(stored).toEqual([])
  expect(await rowsOf.alarms(t)).toEqual([])
  expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 2 })
  await blocker.query('rollback')
  const freeAt = performance.now()
  await Promise.all(held)
  expect(performance.now() - freeAt).toBeLessThan(2_000)
  expect(await rowsOf.alarms(t)).toHaveLength(2)
  await fleet.stop()
})

test('no other locked row makes more than its own gateway wait either', async () => {
  const [own] = gateways()
  const another = await createSite(t.db, 1, 1)
  const fleet = createFleet({ url: t.url, gateways: another.gateways, heartbeatSeconds: 0, reconnectMs: 50 })
  await fleet.start()
  const { id: accountId } = await t.db.selectFrom('account').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const report = (device: string, code: string) => ({ boot: 'b', seq: ++seq, reports: [{ device, code, format: 'CID' }] })
  let seq = 0
  // Creates the rows to be locked: a numbered message, a muted alarm, an unknown report.
  await send(t, report(t.device.code, '1110'))
  await send(t, report('never-seen', '1110'))
  const [alarm] = await rowsOf.alarms(t)
  await t.db
    .insertInto('alarm_mute')
    .values({ alarm_id: alarm?.id ?? 0, account_id: accountId, muted_at: new Date().toISOString() })
    .execute()
  await t.db
    .updateTable('alarm')
    .set({ state: 'confirmed', source_active: false, restored_at: new Date().toISOString() })
    .where('id', '=', alarm?.id ?? 0)
    .execute()
  for (const [lock, message] of [
    // Raising it again ends its mutes.
    [`alarm_mute where alarm_id = ${alarm?.id}`, report(t.device.code, '1110')],
    [`gateway_sequence where gateway_id = ${own.id}`, report(t.device.code, '1110')],
    [`unknown_report where gateway_id = ${own.id}`, report('never-seen', '1110')],
  ] as const) {
    await blocker.query('begin')
    await blocker.query(`select from ${lock} for update`)
    let stored = false
    const sending = send(t, message).then(() => (stored = true))
    await oneWaits()
    await elsewhereAllIsWell(fleet, another.gateways[0]?.devices[0]?.code ?? '')
    expect(stored, lock).toBe(false)
    await blocker.query('rollback')
    await sending
  }
  // A fire does not have to lock these rows.
  for (const lock of [`project where id = ${t.site.projectId}`, `company where id = ${t.site.companyId}`]) {
    await blocker.query('begin')
    await blocker.query(`select from ${lock} for update`)
    await send(t, report(own.devices[1]?.code ?? '', '1110'))
    await blocker.query('rollback')
  }
  await fleet.stop()
})

test('an audit chain that is always locked by one transaction after another is queued for', async () => {
  const other = new pg.Client(t.connection)
  await other.connect()
  let isOver = false
  const hold = async (client: pg.Client): Promise<void> => {
    while (!isOver) {
      await client.query('begin')
      await client.query('select from audit_chain where company_id = $1 for update', [t.site.companyId])
      await delay(350)
      await client.query('rollback')
    }
  }
  const holding = [hold(blocker), hold(other)]
  await delay(50)
  const from = performance.now()
  await send(t, { reports: [{ device: t.device.code, code: '1110', format: 'CID' }] })
  expect(performance.now() - from).toBeLessThan(5_000)
  isOver = true
  await Promise.all(holding)
  await other.end()
  expect(await rowsOf.alarms(t)).toHaveLength(1)
})
