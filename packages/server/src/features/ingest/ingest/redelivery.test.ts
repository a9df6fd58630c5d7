import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { describe, expect, test, vi } from 'vitest'
import { rowsOf, send, useIngest } from './ingest.testing.ts'
import { deleteOldCounters } from './redelivery.ts'

const t = useIngest()

const fire = (more: object = {}) => ({ reports: [{ device: t.device.code, code: '1110', format: 'CID' }], ...more })
const telemetry = (seq: number, more: object = {}) => ({
  seq,
  reports: [{ device: t.device.code, code: 'telemetry', format: 'EW' }],
  ...more,
})
const faultCodes = async () => (await rowsOf.faults(t)).map(({ source_code: code, state }) => `${code} ${state}`)
const restore = (seq: number) => send(t, { seq, reports: [{ device: t.device.code, code: '3110', format: 'CID' }] })

/** As the verb `deal` does it. */
const close = async (): Promise<void> => {
  await t.db.updateTable('alarm').set({ state: 'cleared' }).where('path', '=', t.site.path).execute()
  await t.db
    .deleteFrom('alarm_open')
    .where('alarm_id', 'in', (e) => e.selectFrom('alarm').select('id').where('path', '=', t.site.path))
    .execute()
}

describe('a number that is used again', () => {
  test('a counter that restarted at 1 loses no fire, and its gateway gets the fault', async () => {
    for (let seq = 1; seq <= 5; seq++) await send(t, telemetry(seq, { time: new Date().toISOString() }))
    await send(t, fire({ seq: 1 }))
    expect(await rowsOf.alarms(t)).toMatchObject([{ device_id: t.device.id, state: 'unconfirmed' }])
    expect(await rowsOf.reports(t)).toHaveLength(6)
    expect(await rowsOf.faults(t)).toMatchObject([
      { gateway_id: t.gateway.id, device_id: null, source_code: 'numbers_restarted', state: 'pending' },
    ])
    expect(await rowsOf.audits(t)).toContain('fault.raise')
    await send(t, fire({ seq: 2, reports: [{ code: '1115', format: 'CID' }] }))
    expect(await rowsOf.alarms(t)).toHaveLength(2)
    expect(await faultCodes()).toEqual(['numbers_restarted pending'])
  })

  test('a counter that is always 0 loses no fire', async () => {
    for (const { code } of t.gateway.devices) await send(t, { seq: 0, reports: [{ device: code, code: '1110', format: 'CID' }] })
    expect(await rowsOf.alarms(t)).toHaveLength(2)
  })

  test('within one batch, too', async () => {
    const devices = Array.from({ length: 50 }, (_, index) => `X${index}`)
    await Promise.all(devices.map((device) => send(t, { seq: 7, reports: [{ device, code: '1110', format: 'CID' }] })))
    expect(await rowsOf.alarms(t)).toHaveLength(50)
  })

  test('with another boot id is another number, and no fault', async () => {
    await send(t, telemetry(1, { boot: 'a' }))
    await send(t, telemetry(1, { boot: 'b' }))
    await send(t, telemetry(1, { boot: 'a' }))
    expect((await rowsOf.reports(t)).map(({ boot, sequence }) => `${boot} ${sequence}`)).toEqual(['a 1', 'b 1'])
    expect(await faultCodes()).toEqual([])
  })

  test('late numbers and gaps are not a fault, and redeliveries among them are recognised', async () => {
    for (const seq of [100, 5, 50, 5, 100, 101, 50]) await send(t, telemetry(seq))
    expect((await rowsOf.reports(t)).map(({ sequence }) => sequence)).toEqual([100, 5, 50, 101])
    expect(await faultCodes()).toEqual([])
  })

  test.each([null, -1, 1.5, '7', {}])('a number %j counts as none, and its fire is shown', async (seq) => {
    await send(t, fire({ seq }))
    expect(await rowsOf.alarms(t)).toHaveLength(1)
    expect(await rowsOf.reports(t)).toMatchObject([{ sequence: null, digest: null }])
  })
})

test('a redelivery is recognised even if the clock of this machine is far ahead of the database', async () => {
  await send(t, telemetry(1))
  const machine = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * 24 * 3600 * 1000)
  await send(t, telemetry(1)).finally(() => machine.mockRestore())
  expect(await rowsOf.reports(t)).toHaveLength(1)
})

test('the counters of boots that ended long ago are deleted, the others are not', async () => {
  for (const boot of ['old', 'new']) await send(t, telemetry(1, { boot }))
  await send(t, telemetry(1))
  const lines = t.db.selectFrom('gateway_sequence').select('boot').where('gateway_id', '=', t.gateway.id).orderBy('boot')
  await t.db
    .updateTable('gateway_sequence')
    .set({ at: new Date(Date.now() - 31 * 24 * 3600 * 1000) })
    .where('boot', '<>', 'new')
    .execute()
  await deleteOldCounters(t.db, new Date())
  expect((await lines.execute()).map(({ boot }) => boot)).toEqual(['', 'new'])
})

describe('an identical message', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  test.each([
    ['a boot', () => ({ boot: 'k3v9', seq: 3 })],
    ['a clock that runs', () => ({ seq: 3, time: minutesAgo(1) })],
  ])('with %s changes nothing, even after the alarm was closed', async (_name, more) => {
    const message = fire(more())
    await send(t, message)
    await close()
    await send(t, message)
    expect((await rowsOf.alarms(t)).map(({ state, repeat_count: count }) => [state, count])).toEqual([['cleared', 0]])
    expect(await rowsOf.reports(t)).toHaveLength(1)
  })

  test.each([
    ['a boot', { boot: 'fixed', seq: 0 }],
    ['a clock that stopped today', { seq: 0, time: new Date().toISOString() }],
  ])('with %s that never changes is a new fire an hour later, unless it still stands', async (_name, more) => {
    await send(t, fire(more))
    const hourAgo = new Date(Date.now() - 3_601_000)
    await t.db.updateTable('report').set({ received_at: hourAgo }).where('gateway_id', '=', t.gateway.id).execute()
    await send(t, fire(more))
    expect(await rowsOf.alarms(t)).toMatchObject([{ repeat_count: 0 }])
    await close()
    await send(t, fire(more))
    expect((await rowsOf.alarms(t)).map(({ state }) => state)).toEqual(['cleared', 'unconfirmed'])
  })

  test('after an hour, an earlier restore with a boot id does not end a fire raised since', async () => {
    const old = { boot: 'k3v9', seq: 1, reports: [{ device: t.device.code, code: '3110', format: 'CID' }] }
    await send(t, old)
    const hourAgo = new Date(Date.now() - 3_601_000)
    await t.db.updateTable('report').set({ received_at: hourAgo }).where('gateway_id', '=', t.gateway.id).execute()
    await send(t, fire({ boot: 'k3v9', seq: 2 }))
    await send(t, old)
    expect(await rowsOf.alarms(t)).toMatchObject([{ source_active: true }])
  })

  test('with a number that other messages used too is immediately a new fire, whatever its boot id', async () => {
    const more = { boot: 'fixed', seq: 0 }
    await send(t, fire(more))
    await send(t, { ...more, reports: [{ device: t.device.code, code: '3110', format: 'CID' }] })
    await close()
    await send(t, fire(more))
    expect((await rowsOf.alarms(t)).map(({ state }) => state)).toEqual(['cleared', 'unconfirmed'])
  })

  test.each([
    ['without boot id or clock', {}],
    ['with a clock', { time: new Date().toISOString() }],
    ['with a boot that never changes', { boot: 'fixed' }],
  ])('%s, behind its restore in one batch, is a new fire', async (_name, more) => {
    await send(t, fire({ seq: 0, ...more }))
    await t.db.updateTable('alarm').set({ state: 'confirmed' }).where('path', '=', t.site.path).execute()
    const blocked: Promise<void>[] = []
    const waiting = (count: number) => vi.waitFor(() => expect(t.ingest.status().waiting).toBe(count), 30_000)
    await t.db.transaction().execute(async (tx) => {
      await tx.selectFrom('gateway_sequence').selectAll().where('gateway_id', '=', t.gateway.id).forUpdate().execute()
      blocked.push(send(t, telemetry(1, more)))
      await waiting(1)
      blocked.push(send(t, { seq: 0, ...more, reports: [{ device: t.device.code, code: '3110', format: 'CID' }] }))
      blocked.push(send(t, fire({ seq: 0, ...more })))
      await waiting(3)
    })
    await Promise.all(blocked)
    expect(await rowsOf.alarms(t)).toMatchObject([{ state: 'unconfirmed', source_active: true }])
  })

  describe('without boot id or clock', () => {
    test.each([
      ['no time', {}],
      ['a clock that stopped years ago', { time: '1970-01-01T00:00:00.000Z' }],
    ])('(%s) is the same fire while it is active, and a new one once it was restored', async (_name, more) => {
      const message = fire({ seq: 0, ...more })
      await send(t, message)
      await send(t, message)
      expect(await rowsOf.alarms(t)).toMatchObject([{ repeat_count: 0, source_active: true }])
      await restore(1)
      await send(t, message)
      expect(await rowsOf.alarms(t)).toMatchObject([{ repeat_count: 1, source_active: true }])
      await close()
      await send(t, message)
      expect((await rowsOf.alarms(t)).map(({ state }) => state)).toEqual(['cleared', 'unconfirmed'])
    })

    test('a restore counts again when the fire is back', async () => {
      await send(t, fire({ seq: 1 }))
      await restore(0)
      await send(t, fire({ seq: 2 }))
      await restore(0)
      expect(await rowsOf.alarms(t)).toMatchObject([{ source_active: false }])
    })

    test('a Will with a fixed number means offline every time', async () => {
      const topic = `ew/v1/${t.gateway.code}/report`
      const payload = JSON.stringify({ seq: 0, reports: [{ format: 'EW', code: 'offline' }] })
      const options = { protocolVersion: 4, username: t.gateway.code, password: t.gateway.secret, clientId: 'will' } as const
      for (const times of [1, 2]) {
        const client = await connectAsync(t.url, {
          ...options,
          will: { topic, payload: Buffer.from(payload), qos: 1, retain: false },
        })
        await send(t, telemetry(times * 10))
        await vi.waitFor(async () => expect((await rowsOf.gateway(t)).online).toBe(true), { timeout: 10_000, interval: 50 })
        await vi.waitFor(async () => expect(await faultCodes()).not.toContain('offline pending'), {
          timeout: 10_000,
          interval: 50,
        })
        client.stream.destroy()
        await vi.waitFor(
          async () =>
            expect((await faultCodes()).filter((fault) => fault.startsWith('offline'))).toEqual(
              times === 1 ? ['offline pending'] : ['offline solved', 'offline pending'],
            ),
          { timeout: 10_000, interval: 50 },
        )
        await client.endAsync(true)
      }
    })
  })
})

test('gaps in the numbers cost nothing', async () => {
  /** The write-ahead log produced so far, in bytes. */
  const logged = async (): Promise<number> => {
    const { rows } = await sql<{ bytes: string }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`.execute(
      t.db,
    )
    return Number(rows[0]?.bytes)
  }
  const sendAll = (from: number, to: number) =>
    Promise.all(Array.from({ length: to - from }, (_, index) => send(t, telemetry((from + index) * 2, { boot: 'gaps' }))))
  const bytesOf = async (from: number, to: number): Promise<number> => {
    const start = await logged()
    for (let index = from; index < to; index++) await send(t, telemetry(index * 2, { boot: 'gaps' }))
    return (await logged()) - start
  }
  /** The smallest of three measurements: other databases on the server and its checkpoints write to the log as well. */
  const leastOf = async (from: number): Promise<number> =>
    Math.min(await bytesOf(from, from + 30), await bytesOf(from + 30, from + 60), await bytesOf(from + 60, from + 90))
  await sendAll(0, 10)
  const first = await leastOf(10)
  for (let from = 100; from < 600; from += 5) await sendAll(from, from + 5)
  expect(await leastOf(600)).toBeLessThan(first * 2)
})
