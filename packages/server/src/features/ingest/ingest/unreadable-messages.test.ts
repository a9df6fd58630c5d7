import { maxPayloadBytes } from '@emberwatch/device-link'
import { describe, expect, test, vi } from 'vitest'
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

const unreadableAlarm = { device_id: null, device_code: null, source_format: 'EW', source_code: 'unreadable' }

describe('a message that is rejected as a whole is kept, and somebody is notified to look', () => {
  test.each<[string, () => string, string, boolean]>([
    ['no JSON', () => 'fire!', 'notJson', true],
    ['words that nobody knows', () => 'zone 3 gestört', 'notJson', true],
    ['a code that may be an alarm, beside what cannot be read', () => 'seq=7&code=1119&format=CID', 'notJson', true],
    ['cut off before the code', () => JSON.stringify({ seq: 1, reports: [fire()] }).slice(0, 40), 'notJson', true],
    ['over 256 KiB', () => JSON.stringify({ seq: 1, reports: [fire()], pad: 'x'.repeat(maxPayloadBytes) }), 'tooLarge', true],
    ['nothing in it', () => '{"seq":1}', 'wrongType', false],
    ['nothing at all', () => '', 'notJson', false],
    ['only codes that are no alarm', () => 'code=telemetry&format=EW; code=3110 format=CID', 'notJson', false],
    ['a report without a code', () => '{"seq":1,"reports":[{"device":"SD0001","format":"CID"}]}', 'wrongType', false],
  ])('%s', async (_name, payload, reason, mayBeAlarm) => {
    await send(t, payload())
    expect(await rowsOf.log(t)).toMatchObject([{ result: 'malformed', reason, payload: payload().slice(0, 2048) }])
    expect(await faults()).toEqual([['unreadable', null]])
    expect(await alarms()).toEqual(mayBeAlarm ? [unreadableAlarm] : [])
    expect(await rowsOf.unknown(t)).toMatchObject([{ kind: 'unreadable', key: reason, count: 1, may_be_alarm: mayBeAlarm }])
    await send(t, payload())
    expect(await rowsOf.faults(t)).toMatchObject([{ repeat_count: 1, state: 'pending' }])
    expect(await rowsOf.unknown(t)).toMatchObject([{ count: 2 }])
    if (mayBeAlarm) expect(await rowsOf.alarms(t)).toMatchObject([{ repeat_count: 1, level: 'fire', gateway_id: t.gateway.id }])
    expect((await rowsOf.audits(t)).toSorted()).toEqual([
      ...(mayBeAlarm ? ['alarm.raise'] : []),
      'fault.raise',
      'gateway.activate',
    ])
  })

  test('one that may be a fire is notified again each time that it comes after somebody confirmed the last, with what was sent', async () => {
    const causes = async () =>
      (
        await t.db
          .selectFrom('notification_cause')
          .select('id')
          .where('kind', '=', 'alarm')
          .where('path', '=', t.site.path)
          .execute()
      ).length
    await send(t, 'fire!')
    expect(await rowsOf.reports(t)).toMatchObject([{ code: 'unreadable', values: { message: 'fire!' }, type: 'alarm' }])
    const notified = await causes()
    await t.db.updateTable('alarm').set({ state: 'confirmed' }).where('path', '=', t.site.path).execute()
    await send(t, 'fire!')
    expect(await rowsOf.alarms(t)).toMatchObject([{ state: 'unconfirmed', repeat_count: 1 }])
    expect(await causes()).toBe(notified + 1)
    expect(await rowsOf.audits(t)).toContain('alarm.raiseAgain')
  })

  test('the same message again, with a number that never changes, is no redelivery of one that was confirmed', async () => {
    const cut = `{"seq":0,"reports":[{"device":"${t.device.code}","code":"telemetry","format":"EW"},{"device":"SD`
    await send(t, cut)
    expect(await alarms()).toEqual([unreadableAlarm])
    await t.db.updateTable('alarm').set({ state: 'confirmed' }).where('path', '=', t.site.path).execute()
    await send(t, cut)
    expect(await rowsOf.alarms(t)).toMatchObject([{ state: 'unconfirmed', repeat_count: 1 }])
    await send(t, cut)
    expect(await rowsOf.alarms(t)).toMatchObject([{ state: 'unconfirmed', repeat_count: 1 }])
  })

  test('what was sent is kept with its alarm, whatever character it is cut within', async () => {
    await send(t, `${'x'.repeat(999)}🔥 fire!`)
    expect(await rowsOf.reports(t)).toMatchObject([{ code: 'unreadable', values: { message: `${'x'.repeat(999)}\uFFFD` } }])
    expect(await alarms()).toEqual([unreadableAlarm])
  })

  test('cut off behind a fire: the fire counts, and the missing rest is a fault', async () => {
    await send(t, JSON.stringify({ seq: 1, reports: [fire()] }).slice(0, -2))
    expect(await alarms()).toMatchObject([{ device_id: t.device.id, source_code: '1110' }])
    expect(await faults()).toEqual([['unreadable', null]])
  })

  test('cut off behind something harmless: what is missing may be a fire', async () => {
    const harmless = { device: t.device.code, code: 'telemetry', format: 'EW' }
    await send(t, JSON.stringify({ seq: 1, reports: [harmless, fire()] }).slice(0, 90))
    expect(await alarms()).toEqual([unreadableAlarm])
    expect((await rowsOf.reports(t)).map(({ code }) => code).toSorted()).toEqual(['telemetry', 'unreadable'])
  })

  test('a fire that a second list of the same name hides is an alarm of its gateway', async () => {
    const [, other] = t.gateway.devices
    await send(t, `{"reports":[${JSON.stringify(fire())}],"reports":[${JSON.stringify({ ...fire(), device: other?.code })}]}`)
    expect(await alarms()).toHaveLength(2)
    expect(await alarms()).toContainEqual(unreadableAlarm)
  })

  test('a fire between 64 and 256 KiB is listed', async () => {
    await send(t, { seq: 1, reports: [fire()], pad: 'x'.repeat(200_000) })
    expect(await alarms()).toHaveLength(1)
  })
})

describe('JSON with a flaw', () => {
  test('a broken sensor hides no fire, and a heartbeat with a flaw keeps its gateway online', async () => {
    const { code } = t.device
    await send(
      t,
      `{"reports":[{"device":"${t.gateway.devices[1]?.code}","format":"EW","code":"telemetry","values":{"humidity":nan}},{"device":"${code}","format":"CID","code":"1110"}]}`,
    )
    expect(await alarms()).toMatchObject([{ device_id: t.device.id, source_code: '1110' }])
    expect(await faults()).toEqual([])
    await send(t, '{"seq":1,"ip":"10.0.0.9","signal":nan}', 'heartbeat')
    expect(await rowsOf.gateway(t)).toMatchObject({ ip: '10.0.0.9', signal: null, malformed_count: 0 })
    await send(t, '{"seq":2,"signal":"-71"}', 'heartbeat')
    expect(await rowsOf.gateway(t)).toMatchObject({ signal: -71 })
  })

  test('a heartbeat that is cut off is a sign of life, whatever may have stood in the rest', async () => {
    await send(t, '{"seq":1,"ip":"10.0.0.8","errorCode":0,"firmware":"1.2', 'heartbeat')
    expect(await rowsOf.log(t)).toMatchObject([{ result: 'malformed' }])
    expect(await alarms()).toEqual([])
    await vi.waitFor(async () => expect(await rowsOf.gateway(t)).toMatchObject({ ip: '10.0.0.8', online: true }), 20_000)
  })
})
