import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SiteGateway } from './ingest.fixture.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()
/** A second program that holds locks. */
let somebody: pg.Client
beforeAll(async () => {
  somebody = new pg.Client(t.connection)
  await somebody.connect()
})
afterAll(() => somebody.end())

const gateways = (): [SiteGateway, SiteGateway] => {
  const [one, other] = t.site.gateways
  if (one === undefined || other === undefined) throw new Error('no gateways')
  return [one, other]
}
/** A message has come that cannot be stored. */
const oneWaits = () => vi.waitFor(() => expect(t.ingest.status().waiting).toBe(1), { timeout: 20_000, interval: 5 })

test('a locked alarm keeps only its own gateway waiting: all others are stored, nothing is acknowledged early, and the order stays', async () => {
  const [own, other] = gateways()
  await t.fleet.start()
  const [first = '', second = ''] = own.devices.map(({ code }) => code)
  const [elsewhere = ''] = other.devices.map(({ code }) => code)
  await t.fleet.alarm('smoke', first)
  const [locked] = await rowsOf.alarms(t)
  const from = performance.now()
  await somebody.query('begin')
  await somebody.query('select from alarm where id = $1 for update', [locked?.id])
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
  // Nobody holds anybody up while it lasts: neither by waiting for the lock, nor with locks of its own.
  const took: number[] = []
  while (performance.now() - from < 10_000) {
    const at = performance.now()
    await t.fleet.alarm('smoke', elsewhere)
    took.push(performance.now() - at)
    await delay(100)
  }
  // The machine may be busy with something else for a moment.
  expect(took.sort((a, b) => a - b)[took.length >> 1]).toBeLessThan(500)
  expect(order).toEqual([])
  expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 2 })
  expect(t.ingest.storing()).toBe(false)
  await somebody.query('commit')
  await Promise.all(held)
  expect(order).toEqual(['repeat', 'behind'])
  expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 0 })
  const alarms = await rowsOf.alarms(t)
  expect(alarms).toHaveLength(3)
  expect(new Set(alarms.map(({ device_id: id }) => id))).toEqual(
    new Set([own.devices[0]?.id, own.devices[1]?.id, other.devices[0]?.id]),
  )
  expect(alarms.find(({ id }) => id === locked?.id)?.repeat_count).toBe(1)
}, 60_000)

test('so does somebody who closes an alarm, or has locked a fault or a device', async () => {
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
    await somebody.query('begin')
    await somebody.query(lock ?? '')
    let stored = false
    const sending = send(t, { reports: [{ device: t.device.code, code, format: 'CID' }] }).then(() => (stored = true))
    await oneWaits()
    const from = performance.now()
    await t.fleet.alarm('smoke', other.devices[0]?.code ?? '')
    expect(performance.now() - from).toBeLessThan(2_000)
    expect(stored).toBe(false)
    await somebody.query('rollback')
    await sending
  }
  expect((await rowsOf.reports(t)).filter(({ gateway_id: id }) => id === own.id)).toHaveLength(5)
}, 60_000)

test('a row that many share is waited for as ever, and so is one that is locked for a moment', async () => {
  await somebody.query('begin')
  await somebody.query('select from audit_chain where company_id = $1 for update', [t.site.companyId])
  const sending = send(t, { reports: [{ device: t.device.code, code: '1110', format: 'CID' }] })
  await delay(1_500)
  expect(await rowsOf.alarms(t)).toEqual([])
  await somebody.query('rollback')
  await sending
  expect(await rowsOf.alarms(t)).toHaveLength(1)
}, 30_000)
