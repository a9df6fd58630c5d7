import type { AlarmEventData } from '@emberwatch/contract'
import { createFleet } from '@emberwatch/simulator'
import { describe, expect, test } from 'vitest'
import { readAlarms } from '../../alarms/alarm/alarm.rows.ts'
import { journeyOf } from '../../alarms/alarm/lifecycle/journey.reads.ts'
import { pickRows } from '../../../platform/list.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()
let sequence = 0
const sendCodes = (codes: string[], format = 'EW') =>
  send(t, { seq: ++sequence, reports: codes.map((code) => ({ device: t.device.code, format, code })) })

describe('reports', () => {
  test('are stored when they are acknowledged, with their meaning', async () => {
    const time = '2026-11-20T08:00:00.000Z'
    await send(t, {
      seq: 41,
      reports: [{ device: t.device.code, code: 'telemetry', format: 'EW', time, values: { battery: 87, note: 'a\tb\\c\n"烟"' } }],
    })
    expect(await rowsOf.reports(t)).toMatchObject([
      {
        device_id: t.device.id,
        device_code: t.device.code,
        sequence: 41,
        position: 0,
        format: 'EW',
        code: 'telemetry',
        type: 'telemetry',
        device_time: time,
        values: { battery: 87, note: 'a\tb\\c\n"烟"' },
      },
    ])
  })

  test('unknown codes and unknown devices are stored and listed as such; the gateway may report about itself', async () => {
    await send(t, {
      seq: ++sequence,
      reports: [
        { device: t.device.code, code: 'gibberish', format: 'XYZ' },
        { device: 'nobody-bound-me', code: 'telemetry', format: 'EW' },
        { code: 'telemetry', format: 'EW' },
      ],
    })
    expect(await rowsOf.reports(t)).toMatchObject([
      { device_id: t.device.id, code: 'gibberish', type: null },
      { device_id: null, device_code: 'nobody-bound-me', type: 'telemetry' },
      { device_id: null, device_code: null, type: 'telemetry' },
    ])
  })

  test('a redelivered message is acknowledged and stored once, even if late or out of order', async () => {
    for (const seq of [10, 11, 13, 12, 11, 10, 13, 5, 5])
      await send(t, { seq, reports: [{ device: t.device.code, code: 'telemetry', format: 'EW' }] })
    expect((await rowsOf.reports(t)).map((row) => row.sequence)).toEqual([10, 11, 13, 12, 5])
  })

  test('two gateways may use the same numbers', async () => {
    await t.fleet.start()
    await Promise.all(
      t.site.gateways.map(({ code, devices }) =>
        t.fleet.send(code, [{ device: devices[0]?.code ?? '', code: 'telemetry', format: 'EW' }]),
      ),
    )
    const rows = await t.db
      .selectFrom('report')
      .select('gateway_id')
      .where(
        'gateway_id',
        'in',
        t.site.gateways.map(({ id }) => id),
      )
      .execute()
    expect(rows).toHaveLength(2)
  })

  test('many concurrent messages, with duplicates and out of order, are each stored once', async () => {
    const wild = createFleet({
      url: t.url,
      gateways: t.site.gateways,
      heartbeatSeconds: 0,
      disorder: { duplicates: 0.3, outOfOrder: 0.2 },
    })
    await wild.start()
    await Promise.all(
      Array.from({ length: 600 }, (_, index) => wild.report(t.site.gateways[index % 2]?.devices[0]?.code ?? '', 'telemetry')),
    )
    await wild.stop()
    const rows = await t.db
      .selectFrom('report')
      .select(['gateway_id', 'sequence'])
      .where(
        'gateway_id',
        'in',
        t.site.gateways.map(({ id }) => id),
      )
      .execute()
    expect(rows).toHaveLength(600)
  })
})

describe('alarms', () => {
  /** The live events sent to the consoles. */
  const newsOfAlarms = async () =>
    (await rowsOf.events(t)).filter(({ kind }) => kind === 'alarm').map(({ change, data }) => ({ change, data }))
  /** The same, as a list reads it. */
  const newsAsRead = async (id: number): Promise<AlarmEventData> => {
    const [row] = await readAlarms(t.db, pickRows([{ id }], 'alarm.id'))
    if (!row) throw new Error(`no alarm ${id}`)
    const { code, level, typeId, typeNameZh, typeNameEn, projectId, projectName, deviceCode, deviceName, roomNumber } = row
    const { firstAt, state, test, tried } = row
    const place = { projectId, projectName, deviceCode, deviceName, roomNumber }
    return { code, level, typeId, typeNameZh, typeNameEn, ...place, firstAt, state, test, tried }
  }

  test('a fire report raises an alarm with its journey, event and audit row', async () => {
    const time = new Date(Date.now() - 1500).toISOString()
    await send(t, {
      seq: ++sequence,
      reports: [{ device: t.device.code, code: '1111', format: 'CID', time, values: { obscuration: 500 } }],
    })
    const [alarm] = await rowsOf.alarms(t)
    expect(alarm).toMatchObject({
      project_id: t.site.projectId,
      device_id: t.device.id,
      gateway_id: t.gateway.id,
      level: 'fire',
      state: 'unconfirmed',
      source_active: true,
      source_format: 'CID',
      source_code: '1111',
      repeat_count: 0,
      device_time: time,
    })
    const due = Date.parse(alarm?.acknowledge_due_at ?? '') - Date.parse(alarm?.first_at ?? '')
    expect(due).toBe(90_000)
    const [report] = await rowsOf.reports(t)
    expect(alarm?.report_id).toBe(report?.id)
    const journey = await journeyOf(t.db, alarm?.id ?? 0)
    expect(journey.map(({ step }) => step)).toEqual(['deviceTime', 'received', 'decoded', 'stored'])
    expect(journey[0]?.at).toBe(time)
    expect(await newsOfAlarms()).toEqual([{ change: 'raised', data: await newsAsRead(alarm?.id ?? 0) }])
    expect(await rowsOf.audits(t)).toContain('alarm.raise')
  })

  test('repeats fold into the open alarm; other types and points do not', async () => {
    await sendCodes(['1111'], 'CID')
    await sendCodes(['1111', '6111', '1114'], 'CID')
    await send(t, {
      seq: ++sequence,
      reports: [
        { device: t.gateway.devices[1]?.code, code: '1111', format: 'CID' },
        { code: '1111', format: 'CID' },
      ],
    })
    expect(
      (await rowsOf.alarms(t)).map(({ device_id, source_code, repeat_count }) => [device_id, source_code, repeat_count]),
    ).toEqual([
      [t.device.id, '1111', 2],
      [t.device.id, '1114', 0],
      [t.gateway.devices[1]?.id, '1111', 0],
      [null, '1111', 0],
    ])
  })

  test('a restore ends the source condition without closing; firing again makes it active again', async () => {
    await sendCodes(['1111'], 'CID')
    await sendCodes(['3111'], 'CID')
    expect(await rowsOf.alarms(t)).toMatchObject([
      { state: 'unconfirmed', source_active: false, restored_at: expect.any(String) },
    ])
    await sendCodes(['1111'], 'CID')
    expect(await rowsOf.alarms(t)).toMatchObject([{ source_active: true, repeat_count: 1 }])
    expect((await newsOfAlarms()).map(({ change }) => change)).toEqual(['raised', 'restored', 'repeated'])
    expect((await rowsOf.audits(t)).filter((action) => action.startsWith('alarm'))).toEqual(['alarm.raise', 'alarm.restore'])
  })

  test('the events of a repeat or a restore describe the current alarm, with its own first time', async () => {
    await sendCodes(['1111'], 'CID')
    const [alarm] = await rowsOf.alarms(t)
    const id = alarm?.id ?? 0
    await t.db.updateTable('alarm').set({ state: 'confirmed', level: 'notice' }).where('id', '=', id).execute()
    await sendCodes(['1111'], 'CID')
    await sendCodes(['3111'], 'CID')
    const data = await newsAsRead(id)
    expect(data).toMatchObject({ firstAt: alarm?.first_at, state: 'confirmed', level: 'notice', roomNumber: t.device.room })
    expect((await newsOfAlarms()).slice(1)).toEqual([
      { change: 'repeated', data },
      { change: 'restored', data },
    ])
  })

  test('the order within one message counts', async () => {
    await sendCodes(['smoke', 'restore:smoke', 'smoke', 'restore:smoke'])
    expect(await rowsOf.alarms(t)).toMatchObject([{ source_active: false, repeat_count: 1 }])
    await sendCodes(['restore:smoke', 'smoke'])
    expect(await rowsOf.alarms(t)).toMatchObject([{ source_active: true, repeat_count: 2 }])
  })

  test('after an alarm was closed, the next report raises a new one', async () => {
    await sendCodes(['1111'], 'CID')
    const [first] = await rowsOf.alarms(t)
    // As the verb `deal` does it.
    await t.db
      .updateTable('alarm')
      .set({ state: 'cleared' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await t.db
      .deleteFrom('alarm_open')
      .where('alarm_id', '=', first?.id ?? 0)
      .execute()
    await sendCodes(['1111'], 'CID')
    expect((await rowsOf.alarms(t)).map(({ state }) => state)).toEqual(['cleared', 'unconfirmed'])
  })

  test('an unknown device can be on fire too', async () => {
    await send(t, { seq: ++sequence, reports: [{ device: 'nobody-bound-me', code: '1110', format: 'CID' }] })
    expect(await rowsOf.alarms(t)).toMatchObject([{ device_id: null, gateway_id: t.gateway.id, project_id: t.site.projectId }])
  })

  test('a storm of a thousand alarms in one message is stored at once', async () => {
    const reports = Array.from({ length: 1200 }, (_, index) => ({ device: `X${index}`, code: '1110', format: 'CID' }))
    await send(t, { seq: ++sequence, reports })
    expect(await rowsOf.alarms(t)).toHaveLength(1200)
    expect((await rowsOf.audits(t)).filter((action) => action === 'alarm.raise')).toHaveLength(1200)
    expect((await rowsOf.events(t)).filter(({ kind }) => kind === 'alarm')).toHaveLength(1200)
  })

  test('a time from a clock that is far off is stored but not trusted', async () => {
    for (const time of ['1970-01-01T00:00:00.000Z', '+275760-01-01T00:00:00.000Z', 'rtc?']) {
      await send(t, { seq: ++sequence, reports: [{ device: t.device.code, code: '1111', format: 'CID', time }] })
    }
    const [alarm] = await rowsOf.alarms(t)
    expect(alarm?.repeat_count).toBe(2)
    expect(alarm?.device_time).toBe('1970-01-01T00:00:00.000Z')
    const journey = await journeyOf(t.db, alarm?.id ?? 0)
    expect(journey.filter(({ step }) => step === 'deviceTime')).toMatchObject([
      { at: alarm?.first_at, detail: { deviceTime: '1970-01-01T00:00:00.000Z' } },
    ])
  })
})

describe('faults and low power', () => {
  test('a fault is raised, folded and solved by its restore', async () => {
    await sendCodes(['1301'], 'CID')
    await sendCodes(['1301'], 'CID')
    expect(await rowsOf.faults(t)).toMatchObject([
      { state: 'pending', repeat_count: 1, device_id: t.device.id, source_code: '1301' },
    ])
    // Whoever did something with it before did not solve it.
    await t.db
      .updateTable('fault')
      .set((e) => ({ updated_by: e.selectFrom('account').select('id').limit(1) }))
      .execute()
    await sendCodes(['3301'], 'CID')
    expect(await rowsOf.faults(t)).toMatchObject([
      { state: 'solved', solved_way: 'restored', restored_at: expect.any(String), updated_by: null },
    ])
    await sendCodes(['1301', '3301', '1301'], 'CID')
    expect((await rowsOf.faults(t)).map(({ state }) => state)).toEqual(['solved', 'solved', 'pending'])
    expect((await rowsOf.audits(t)).filter((action) => action.startsWith('fault'))).toEqual([
      'fault.raise',
      'fault.restore',
      'fault.raise',
      'fault.restore',
      'fault.raise',
    ])
  })

  test('a low battery marks the device until it is restored', async () => {
    await sendCodes(['1302'], 'CID')
    expect(await rowsOf.device(t)).toMatchObject({ low_power: true })
    expect(await rowsOf.faults(t)).toMatchObject([{ state: 'pending' }])
    await sendCodes(['restore:low_battery'])
    expect(await rowsOf.device(t)).toMatchObject({ low_power: false })
    expect(await rowsOf.faults(t)).toMatchObject([{ state: 'solved' }])
  })
})
