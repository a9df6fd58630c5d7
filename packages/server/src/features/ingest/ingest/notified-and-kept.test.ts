import fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { alarmDetail } from '../../alarms/alarm/alarm-detail.reads.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

/** What an alarm keeps of the messages behind it, and whether people are notified of it. */

const t = useIngest()
const report = (code: string) => ({ device: t.device.code, code, format: /^\d/.test(code) ? 'CID' : 'EW' })
const say = (...codes: string[]) => send(t, { reports: codes.map(report) })
const alarm = async () => {
  const [only, ...others] = await rowsOf.alarms(t)
  if (only === undefined || others.length > 0) throw new Error('not one alarm')
  return only
}
const kept = async () => (await rowsOf.log(t)).map(({ payload, result }) => [result, payload])
const confirmed = { state: 'confirmed', confirmed_at: new Date(), confirmed_by: 1, acknowledge_due_at: null } as const
const change = (values: Record<string, unknown>) =>
  t.db
    .updateTable('alarm')
    .set(values as never)
    .where('path', '=', t.site.path)
    .execute()
const causes = async () =>
  (
    await t.db
      .selectFrom('notification_cause')
      .select('round_at')
      .where('path', '=', t.site.path)
      .where('kind', '=', 'alarm')
      .orderBy('id')
      .execute()
  ).map(({ round_at: at }) => at)

test('the message that raises an alarm is kept unchanged, and so is one that raises it again; a repeat is not', async () => {
  await say('1110')
  await say('1110')
  await change(confirmed)
  await say('3110')
  await say('1110')
  const message = JSON.stringify({ reports: [report('1110')] })
  expect(await kept()).toEqual([
    ['taken', message],
    ['taken', message],
  ])
  const { first_at, gateway_id } = await alarm()
  expect((await rowsOf.log(t))[0]).toMatchObject({ at: first_at, gateway_id, topic: `ew/v1/${t.gateway.code}/report` })
})

test('the alarm’s page shows it, even if it is longer than what is kept', async () => {
  const ctx = { db: t.db, actor: { operations: new Set() } } as unknown as Ctx
  const frame = async () => (await alarmDetail(ctx, { id: (await alarm()).id })).rawReport?.frame
  await say('1110')
  expect(await frame()).toEqual({
    topic: `ew/v1/${t.gateway.code}/report`,
    payload: JSON.stringify({ reports: [report('1110')] }),
  })
  await t.db.deleteFrom('alarm_open').execute()
  await t.db.deleteFrom('alarm').where('path', '=', t.site.path).execute()
  const long = JSON.stringify({ reports: [{ values: { note: 'x'.repeat(3_000) }, ...report('1110') }] })
  await send(t, long)
  expect((await frame())?.payload).toBe(long.slice(0, 2_048))
})

test('a detector that keeps triggering does not fill the disk, and still the first message of each alarm is kept', async () => {
  await say('1110')
  for (let round = 0; round < 70; round++) {
    await change({ ...confirmed, source_active: false, restored_at: new Date() })
    await say('1110')
  }
  expect(await kept()).toHaveLength(61)
  await send(t, { reports: [{ device: t.site.gateways[0]?.devices[1]?.code, code: '1110', format: 'CID' }] })
  expect(await kept()).toHaveLength(62)
})

test('a message over HTTP is kept as well', async () => {
  const http = fastify()
  t.ingest.registerHttp(http)
  const answer = await http.inject({
    method: 'POST',
    url: `/api/ingest/v1/${t.gateway.code}`,
    headers: { authorization: `Bearer ${t.gateway.secret}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ reports: [report('1110')] }),
  })
  expect(answer.statusCode).toBe(200)
  expect(await kept()).toEqual([['taken', JSON.stringify({ reports: [report('1110')] })]])
  await http.close()
})

test('an alarm raised again after its time to close keeps that breach, although its clock restarts', async () => {
  await say('1110')
  const due = new Date(Date.now() - 60_000)
  await change({ ...confirmed, source_active: false, restored_at: new Date(), close_due_at: due, breach_due_at: due })
  await say('1110')
  const { id, breached_at, close_due_at } = await alarm()
  expect(breached_at).toBe(due.toISOString())
  expect(close_due_at).not.toBe(due.toISOString())
  const breaches = () => t.db.selectFrom('alarm_breach').selectAll().where('alarm_id', '=', id).execute()
  expect(await breaches()).toMatchObject([{ clock: 'close', due_at: due.toISOString(), answered_at: null }])
  const steps = await t.db.selectFrom('alarm_journey').select(['step', 'at']).where('alarm_id', '=', id).execute()
  expect(steps.filter(({ step }) => step === 'breached')).toEqual([{ step: 'breached', at: due.toISOString() }])
  const notified = (await rowsOf.events(t)).filter(({ kind }) => kind === 'alarm').map(({ change: what }) => what)
  expect(notified).toEqual(['raised', 'breached', 'raisedAgain'])
  expect((await rowsOf.audits(t)).filter((action) => action === 'alarm.breach')).toHaveLength(1)
  // Recorded in time, it is not recorded again.
  await change({ ...confirmed, source_active: false, close_due_at: due })
  await say('1110')
  expect(await breaches()).toHaveLength(1)
  expect((await rowsOf.audits(t)).filter((action) => action === 'alarm.breach')).toHaveLength(1)
})

test('a code that nobody is notified of does not silence one that people are: neither as a repeat, nor before it in a message', async () => {
  const tell = async (notify: boolean) => {
    await t.db.updateTable('report_param').set({ notify }).where('format', '=', 'CID').where('code', '=', '1111').execute()
    await invalidateGatewayCache(t.db)
  }
  await tell(false)
  try {
    // The change is known once an alarm with this code is no longer notified.
    await vi.waitFor(async () => {
      await t.db.deleteFrom('alarm_open').execute()
      await t.db.deleteFrom('alarm').where('path', '=', t.site.path).execute()
      await t.db.deleteFrom('notification_cause').execute()
      await say('1111')
      expect(await causes()).toEqual([])
    }, 30_000)
    expect(await alarm()).toMatchObject({ told_at: null })
    await say('smoke')
    const notified = await alarm()
    expect(notified).toMatchObject({ repeat_count: 1, told_at: notified.last_at })
    expect(await causes()).toEqual([notified.last_at])
    await say('smoke')
    expect(await causes()).toHaveLength(1)
    await t.db.deleteFrom('alarm_open').execute()
    await sql`update alarm set state = 'cleared', closed_at = now() where path = ${t.site.path}`.execute(t.db)
    await say('1111', 'smoke')
    expect(await causes()).toHaveLength(2)
  } finally {
    await tell(true)
  }
})

test('a restore reported at another place leaves an alarm unchanged', async () => {
  await say('1110')
  await change({ project_id: null, company_id: 1 })
  await say('3110')
  expect(await alarm()).toMatchObject({ source_active: true, restored_at: null })
})
