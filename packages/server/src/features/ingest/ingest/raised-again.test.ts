import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { journeyOf } from '../../alarms/alarm/lifecycle/journey.reads.ts'
import { createSite, startIngest, type StartedIngest } from './ingest.fixture.ts'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()
const say = (code: string, format = 'CID') => send(t, { reports: [{ device: t.device.code, code, format }] })
const alarm = async () => {
  const [only, ...others] = await rowsOf.alarms(t)
  if (only === undefined || others.length > 0) throw new Error('not one alarm')
  return only
}
/** As the verb `confirm` does it. */
const confirm = async () => {
  const confirmed = {
    state: 'confirmed',
    confirmed_at: new Date(),
    confirmed_by: 1,
    acknowledge_due_at: null,
    shown_at: new Date(),
  } as const
  await t.db.updateTable('alarm').set(confirmed).where('path', '=', t.site.path).execute()
}
const changes = async () => (await rowsOf.events(t)).filter(({ kind }) => kind === 'alarm').map(({ change }) => change)
const stepsOf = async (id: number) => (await journeyOf(t.db, id)).map(({ step }) => step)

test('a restore and a fire in one message while somebody closes the alarm: neither fails, and the fire is a new alarm', async () => {
  await say('1110')
  const { id } = await alarm()
  const codes = ['3110', '1110'].map((code) => ({ device: t.device.code, code, format: 'CID' }))
  let sending: Promise<void> | undefined
  // Closes it as the verb does: alarm_open before alarm.
  await t.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('alarm_open').where('alarm_id', '=', id).execute()
    sending = send(t, { reports: codes })
    const since = performance.now()
    await vi.waitFor(async () => {
      const waiting =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
      // Or it was already parked: on a busy machine the wait may go unseen.
      expect(waiting.rows.length === 1 || performance.now() - since > 3_000).toBe(true)
    }, 20_000)
    // The message waits without holding what the closing locks next.
    await tx.selectFrom('alarm').select('id').where('id', '=', id).forUpdate().noWait().execute()
    await tx.updateTable('alarm').set({ state: 'cleared', closed_at: new Date() }).where('id', '=', id).execute()
  })
  await sending
  expect((await rowsOf.alarms(t)).map(({ state, source_active: active }) => [state, active])).toEqual([
    ['cleared', true],
    ['unconfirmed', true],
  ])
  expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 0 })
})

describe('a fire at a point whose alarm was confirmed', () => {
  test('and restored is raised again: unconfirmed, with a new clock, live event, journey and audit row', async () => {
    await say('1110')
    await confirm()
    await t.db
      .insertInto('alarm_mute')
      .values({ alarm_id: (await alarm()).id, account_id: 1, muted_at: new Date() })
      .execute()
    await say('3110')
    expect(await alarm()).toMatchObject({ state: 'confirmed', source_active: false })
    await say('1110')
    const again = await alarm()
    expect(again).toMatchObject({
      state: 'unconfirmed',
      source_active: true,
      repeat_count: 1,
      confirmed_at: null,
      confirmed_by: null,
      shown_at: null,
      raised_at: again.last_at,
    })
    expect(Date.parse(again.acknowledge_due_at ?? '') - Date.parse(again.last_at)).toBe(90_000)
    expect(await t.db.selectFrom('alarm_mute').select('alarm_id').where('alarm_id', '=', again.id).execute()).toEqual([])
    expect(await changes()).toEqual(['raised', 'restored', 'raisedAgain'])
    const events = (await rowsOf.events(t)).filter(({ change }) => change === 'raisedAgain')
    expect(events).toMatchObject([{ object_id: String(again.id), data: { state: 'unconfirmed', firstAt: again.first_at } }])
    expect(await stepsOf(again.id)).toEqual(['received', 'decoded', 'stored', 'restored', 'raisedAgain'])
    expect((await rowsOf.audits(t)).filter((action) => action.startsWith('alarm'))).toEqual([
      'alarm.raise',
      'alarm.restore',
      'alarm.raiseAgain',
    ])
  })

  test('and confirmed only after it had been restored is raised again as well', async () => {
    await say('1110')
    await say('3110')
    await confirm()
    await say('1110')
    expect(await alarm()).toMatchObject({ state: 'unconfirmed' })
  })

  test('within one message, too', async () => {
    await say('1110')
    await confirm()
    await send(t, { reports: ['1110', '3110', '1110'].map((code) => ({ device: t.device.code, code, format: 'CID' })) })
    expect(await alarm()).toMatchObject({ state: 'unconfirmed', repeat_count: 2 })
  })

  test('and restored by a clock that has since been set back is raised again too, and so is a new one', async () => {
    await say('1110')
    await say('3110')
    await confirm()
    const ahead = new Date(Date.now() + 3600_000)
    await t.db.updateTable('alarm').set({ restored_at: ahead }).where('path', '=', t.site.path).execute()
    await t.db
      .updateTable('report')
      .set({ received_at: ahead })
      .where('gateway_id', '=', t.gateway.id)
      .where('code', '=', '3110')
      .execute()
    await say('1110')
    expect(await alarm()).toMatchObject({ state: 'unconfirmed', source_active: true })
    await t.db.updateTable('alarm').set({ state: 'cleared' }).where('path', '=', t.site.path).execute()
    await say('1110')
    expect((await rowsOf.alarms(t)).at(-1)).toMatchObject({ state: 'unconfirmed', source_active: true })
  })

  test('and restored after the clock was set back is raised again: its earlier signals are in the future', async () => {
    await say('1110')
    await say('1301')
    await confirm()
    const ahead = new Date(Date.now() + 3600_000)
    for (const table of ['alarm', 'fault'] as const)
      await t.db.updateTable(table).set({ first_at: ahead, last_at: ahead }).where('path', '=', t.site.path).execute()
    await t.db
      .updateTable('alarm_open')
      .set({ first_at: ahead })
      .where('alarm_id', '=', (await alarm()).id)
      .execute()
    await say('3110')
    await say('3301')
    expect(await alarm()).toMatchObject({ state: 'confirmed', source_active: false })
    expect(await rowsOf.faults(t)).toMatchObject([{ state: 'solved' }])
    await say('1110')
    expect(await alarm()).toMatchObject({ state: 'unconfirmed', source_active: true })
    expect(await changes()).toEqual(['raised', 'restored', 'raisedAgain'])
  })

  test('and never restored is a repeat', async () => {
    await say('1110')
    await confirm()
    await say('1110')
    expect(await alarm()).toMatchObject({ state: 'confirmed', repeat_count: 1, acknowledge_due_at: null })
    expect(await changes()).toEqual(['raised', 'repeated'])
  })

  test.each([
    ['transmitterOperation/manualAlarm', 'GB26875'],
    ['system/13/started', 'GB26875'],
    ['UX', 'SIA'],
  ])(
    'by a code that nothing ends (%s) is raised again each time, and a storm of it once for each confirmation',
    async (code, format) => {
      await say(code, format)
      for (const count of [3, 6]) {
        await confirm()
        for (let time = 0; time < 3; time++) await say(code, format)
        const again = await alarm()
        expect(again).toMatchObject({ state: 'unconfirmed', source_active: true, repeat_count: count })
        // People are notified of the first.
        expect(again.told_at).toBe(again.raised_at)
        expect(again.told_at).not.toBe(again.last_at)
      }
      expect(await changes()).toEqual(['raised', ...[1, 2].flatMap(() => ['raisedAgain', 'repeated', 'repeated'])])
    },
  )

  test('by a status of Contact ID is a repeat: its restore is that of the event', async () => {
    await say('1110')
    await confirm()
    for (const code of ['6110', '6110']) await say(code)
    expect(await alarm()).toMatchObject({ state: 'confirmed', repeat_count: 2 })
    await say('3110')
    await say('6110')
    expect(await alarm()).toMatchObject({ state: 'unconfirmed' })
  })

  test('an unconfirmed one keeps its clock', async () => {
    await say('1110')
    const due = (await alarm()).acknowledge_due_at
    await say('3110')
    await say('1110')
    expect(await alarm()).toMatchObject({ state: 'unconfirmed', acknowledge_due_at: due })
    expect(await changes()).toEqual(['raised', 'restored', 'repeated'])
  })
})

test('an open-alarm row whose alarm is closed or deleted is replaced', async () => {
  await say('1110')
  await t.db.updateTable('alarm').set({ state: 'cleared' }).where('path', '=', t.site.path).execute()
  await say('1110')
  expect((await rowsOf.alarms(t)).map(({ state }) => state)).toEqual(['cleared', 'unconfirmed'])
  await t.db.deleteFrom('alarm').where('path', '=', t.site.path).execute()
  await say('1110')
  expect(await alarm()).toMatchObject({ state: 'unconfirmed' })
})

describe('two processes on one database', () => {
  let slow: StartedIngest
  let client: MqttClient

  beforeEach(async () => {
    slow = await startIngest(t.connection)
    const { code, secret } = t.gateway
    client = await connectAsync(slow.url, { protocolVersion: 4, username: code, password: secret, clientId: 'slow' })
  })
  afterEach(async () => {
    await client.endAsync(true)
    await slow.stop()
  })

  /** Simulates a slow process: it reads first and writes only after `meanwhile`. */
  const late = async (code: string, meanwhile: () => Promise<void>, format = 'CID'): Promise<void> => {
    const topic = `ew/v1/${t.gateway.code}/report`
    const report = (seq: number | undefined, code: string, format = 'CID') =>
      client.publishAsync(topic, JSON.stringify({ seq, reports: [{ device: t.device.code, code, format }] }), { qos: 1 })
    // As urgent as an alarm; telemetry would wait in its own lane.
    await report(1, '1301')
    let blocked: Promise<unknown>[] = []
    await t.db.transaction().execute(async (tx) => {
      await tx.selectFrom('gateway_sequence').selectAll().where('gateway_id', '=', t.gateway.id).forUpdate().execute()
      blocked = [report(2, '1301')]
      await vi.waitFor(() => expect(slow.ingest.status().waiting).toBe(1), 20_000)
      blocked.push(report(undefined, code, format))
      await vi.waitFor(() => expect(slow.ingest.status().waiting).toBe(2), 20_000)
      await meanwhile()
    })
    await Promise.all(blocked)
  }

  test('a late fire does not undo the restore that came after it, and is listed', async () => {
    await late('1110', () => say('3110'))
    expect(await alarm()).toMatchObject({ state: 'unconfirmed', source_active: false, restored_at: expect.any(String) })
  })

  test('also by a code that has its meaning from all types of component', async () => {
    await late('component/200/fire', () => say('restore:component/200/fire', 'GB26875'), 'GB26875')
    expect(await alarm()).toMatchObject({ state: 'unconfirmed', source_active: false, restored_at: expect.any(String) })
  })

  test('a late repeat does not make a restored alarm active, nor raise it again', async () => {
    await say('1110')
    await late('1110', async () => {
      await say('3110')
      await confirm()
    })
    expect(await alarm()).toMatchObject({ state: 'confirmed', source_active: false, repeat_count: 1 })
  })

  test('a late restore does not end the fire that came after it', async () => {
    await say('1110')
    await late('3110', () => say('1110'))
    expect(await alarm()).toMatchObject({ state: 'unconfirmed', source_active: true, restored_at: null, repeat_count: 1 })
  })

  test('a message that both received is stored once', async () => {
    const message = JSON.stringify({ seq: 5, reports: [{ device: t.device.code, code: '1110', format: 'CID' }], boot: 'both' })
    const topic = `ew/v1/${t.gateway.code}/report`
    await Promise.all([client.publishAsync(topic, message, { qos: 1 }), t.client.publishAsync(topic, message, { qos: 1 })])
    expect(await rowsOf.reports(t)).toHaveLength(1)
    expect(await alarm()).toMatchObject({ repeat_count: 0 })
  })
})

describe('a fire at a place that changed hands', () => {
  /** Moves the device or its project to another owner without telling the receiving process, which still has the old owner. */
  const elsewhere = () => createSite(t.db, 1, 1)

  test('does not fold into the open alarm that its device left at another project', async () => {
    await say('1110')
    const { projectId, companyId, path } = await elsewhere()
    await t.db
      .updateTable('alarm')
      .set({ project_id: projectId, company_id: companyId, path })
      .where('path', '=', t.site.path)
      .execute()
    await say('1110')
    expect(await alarm()).toMatchObject({ project_id: t.site.projectId, state: 'unconfirmed', repeat_count: 0 })
    const left = await t.db.selectFrom('alarm').selectAll().where('path', '=', path).execute()
    expect(left).toMatchObject([{ project_id: projectId, state: 'unconfirmed', repeat_count: 0 }])
    expect(await changes()).toEqual(['raised', 'raised'])
  })

  test('belongs to the present owner of its project, who is notified', async () => {
    await say('3110')
    const { companyId, path } = await elsewhere()
    await t.db.updateTable('project').set({ company_id: companyId, path }).where('id', '=', t.site.projectId).execute()
    await say('1110')
    expect(await rowsOf.alarms(t)).toEqual([])
    const stored = await t.db.selectFrom('alarm').selectAll().where('path', '=', path).execute()
    expect(stored).toMatchObject([{ company_id: companyId, project_id: t.site.projectId }])
    const events = await t.db.selectFrom('live_event').select(['kind', 'change']).where('path', '=', path).execute()
    expect(events).toEqual([{ kind: 'alarm', change: 'raised' }])
  })

  const faultsAt = (path: string) =>
    t.db
      .selectFrom('fault')
      .select(['project_id', 'company_id', 'state', 'repeat_count', 'point'])
      .where('path', '=', path)
      .orderBy('id')
      .execute()
  const point = () => `d${t.device.id}`

  test('a fault there does not fold into the one that its device left at another project, and is restored only at its own place', async () => {
    await say('1380')
    const { projectId, companyId, path } = await elsewhere()
    await t.db
      .updateTable('fault')
      .set({ project_id: projectId, company_id: companyId, path })
      .where('path', '=', t.site.path)
      .execute()
    await say('3380')
    expect(await faultsAt(path)).toMatchObject([{ state: 'pending' }])
    await say('1380')
    await say('1380')
    expect(await faultsAt(t.site.path)).toMatchObject([
      { project_id: t.site.projectId, state: 'pending', repeat_count: 1, point: point() },
    ])
    expect(await faultsAt(path)).toMatchObject([{ project_id: projectId, state: 'pending', repeat_count: 0 }])
    await say('3380')
    expect(await faultsAt(t.site.path)).toMatchObject([{ state: 'solved' }])
    expect(await faultsAt(path)).toMatchObject([{ state: 'pending' }])
  })

  test('a fault belongs to the present owner of its project, who is notified, and is solved there', async () => {
    await say('3110')
    const { companyId, path } = await elsewhere()
    await t.db.updateTable('project').set({ company_id: companyId, path }).where('id', '=', t.site.projectId).execute()
    await say('1380')
    expect(await faultsAt(t.site.path)).toEqual([])
    expect(await faultsAt(path)).toMatchObject([{ company_id: companyId, project_id: t.site.projectId, state: 'pending' }])
    await say('3380')
    expect(await faultsAt(path)).toMatchObject([{ state: 'solved' }])
    const events = await t.db.selectFrom('live_event').select(['kind', 'change']).where('path', '=', path).orderBy('id').execute()
    expect(events).toEqual([
      { kind: 'fault', change: 'raised' },
      { kind: 'fault', change: 'solved' },
    ])
    const audited = await t.db
      .selectFrom('audit_log')
      .select(['action', 'company_id'])
      .where('path', '=', path)
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { action: 'fault.raise', company_id: companyId },
      { action: 'fault.restore', company_id: companyId },
    ])
  })
})
