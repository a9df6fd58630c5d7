import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { readAlarms } from '../../alarms/alarm/alarm.rows.ts'
import { newAlarm, queue, reached } from './notify-provider.fixture.ts'
import { recordOutcomes } from './record-outcome.ts'
import { useProviders } from './use-providers.fixture.ts'

/** An alarm of which nobody was reached says so, and to whoever can still be reached. */

const t = useProviders()
const unreachedAt = async (id: number) => (await readAlarms(t.world.db, sql<boolean>`alarm.id = ${id}`))[0]?.unreachedAt ?? null
const inSite = () =>
  t.world.db
    .selectFrom('message')
    .select(['account_id', 'link'])
    .where('type', '=', 'alarmUnreached')
    .orderBy('account_id')
    .execute()

test('all messages about an alarm fail: its row says so, administrators read it in the site and over a channel that works', async () => {
  const { northAdmin, siterAdmin, northEngineer } = t.world.accounts
  const ids = [northAdmin.id, siterAdmin.id, northEngineer.id]
  await t.world.db.updateTable('account').set({ phone: null }).execute()
  for (const id of ids)
    await t.world.db
      .updateTable('account')
      .set({ phone: `1370000000${id}` })
      .where('id', '=', id)
      .execute()
  const sms = await t.standIn(() => ({ status: 400, body: '{}' }))
  const calls = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(sms.url)
  await t.http(calls.url, { kind: 'httpVoice' })
  const { projectId, alarmId } = await newAlarm(t.world)
  const about = { alarm_id: alarmId, project_id: projectId }
  // The last one is still under way.
  const waiting = await queue(t.world, 'sms', { ...about, phone: '13800000009', due_at: new Date(Date.now() + 60_000) })
  const key = await queue(t.world, 'sms', { ...about, account_id: northEngineer.id })
  await reached(t.world, key, 'failed')
  expect(await unreachedAt(alarmId)).toBeNull()
  await t.world.db.updateTable('message_record').set({ due_at: new Date() }).where('key', '=', waiting).execute()
  await reached(t.world, waiting, 'failed')
  expect(await unreachedAt(alarmId)).not.toBeNull()
  const notified = await inSite()
  expect(notified.map(({ account_id: id }) => id)).toEqual(expect.arrayContaining(ids))
  expect(notified[0]?.link).toBe(`/alarm/alarmLogList/detail?id=${alarmId}`)
  await vi.waitFor(() => expect(calls.heard).toHaveLength(ids.length))
  expect(calls.heard[0]?.text).toContain('的通知全部未能送达')
  const events = await t.world.db.selectFrom('live_event').select('change').where('kind', '=', 'alarm').execute()
  expect(events).toContainEqual({ change: 'unreached' })
  // Whoever sees the alarm sees that staff of the company above were called, but not who (decision 71).
  const calledIn = async () => {
    const steps = t.world.db.selectFrom('alarm_journey').select('detail').where('alarm_id', '=', alarmId)
    const details = (await steps.where('step', '=', 'notificationSent').execute()).map(
      ({ detail }) => detail as { receiver: string },
    )
    return details.map(({ receiver }) => receiver).toSorted()
  }
  await vi.waitFor(async () => expect(await calledIn()).toHaveLength(ids.length))
  expect(await calledIn()).toEqual(['', 'North Admin', 'North Engineer'].toSorted())
  // Somebody reads one after all.
  const later = await queue(t.world, 'voice', about)
  await reached(t.world, later, 'sent')
  expect(await unreachedAt(alarmId)).toBeNull()
  expect(await inSite()).toEqual(notified)
})

test('a test alarm of a person that reaches nobody says so as well, but nobody is called about it', async () => {
  const { projectId, alarmId } = await newAlarm(t.world)
  const { id: by } = t.world.accounts.northAdmin
  await t.world.db.updateTable('alarm').set({ test: true, tried_by: by }).where('id', '=', alarmId).execute()
  const sms = await t.standIn(() => ({ status: 400, body: '{}' }))
  const calls = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(sms.url)
  await t.http(calls.url, { kind: 'httpVoice' })
  const before = await inSite()
  await reached(t.world, await queue(t.world, 'sms', { alarm_id: alarmId, project_id: projectId }), 'failed')
  expect(await unreachedAt(alarmId)).not.toBeNull()
  expect(await inSite()).toEqual(before)
  const more = await t.world.db.selectFrom('message_record').select('id').where('alarm_id', '=', alarmId).execute()
  expect(more).toHaveLength(1)
})

test('two last messages that fail at the same moment are noticed', async () => {
  const { alarmId, projectId } = await newAlarm(t.world)
  const { id: company_id, path } = t.world.companies.north
  const person = {
    company_id,
    path,
    alarm_id: alarmId,
    project_id: projectId,
    cause: 'rule',
    priority: 0,
    channel: 'sms',
  } as const
  const row = { ...person, receiver: 'R', phone: '1', language: 'en', title: '', content: '', params: '{}' } as const
  const keys = [randomUUID(), randomUUID()]
  const values = keys.map((key) => ({ ...row, key, state: 'sending' as const, claimed_until: new Date(Date.now() + 3_600_000) }))
  await t.world.db.insertInto('message_record').values(values).execute()
  const both = Promise.withResolvers<void>()
  let changed = 0
  const fail = (key: string): Promise<void> =>
    t.world.db.transaction().execute(async (tx) => {
      const set = tx.updateTable('message_record').set({ state: 'failed', failure_kind: 'notWorking', claimed_until: null })
      const records = await set.where('key', '=', key).returningAll().execute()
      if (++changed === keys.length) both.resolve()
      await both.promise
      await recordOutcomes(tx, records, new Date())
    })
  await Promise.all(keys.map(fail))
  expect(await unreachedAt(alarmId)).not.toBeNull()
})

const recordOfRule = (more: object) => ({
  company_id: t.world.companies.north.id,
  path: t.world.companies.north.path,
  cause: 'rule' as const,
  priority: 0,
  channel: 'sms' as const,
  receiver: 'R',
  phone: '1',
  language: 'en' as const,
  title: '',
  content: '',
  params: '{}',
  ...more,
})
const changed = (which: { state: 'failed' | 'sent'; failure_kind?: 'notWorking'; claimed_until: null }) => {
  const rows = t.world.db.updateTable('message_record').set(which).returningAll()
  return async (id: number) => {
    const records = await rows.where('id', '=', id).execute()
    await t.world.db.transaction().execute((tx) => recordOutcomes(tx, records, new Date()))
  }
}

test('a message that was merged into another one has reached nobody if that one has not', async () => {
  const [first, merged] = [await newAlarm(t.world), await newAlarm(t.world)]
  const ids = [first.alarmId, merged.alarmId]
  const insert = async (more: object) =>
    (await t.world.db.insertInto('message_record').values(recordOfRule(more)).returning('id').executeTakeFirstOrThrow()).id
  const leased = { state: 'sending', claimed_until: new Date(Date.now() + 3_600_000) } as const
  const head = await insert({ alarm_id: first.alarmId, ...leased })
  await insert({ alarm_id: merged.alarmId, state: 'folded', folded_into: head })
  await changed({ state: 'failed', failure_kind: 'notWorking', claimed_until: null })(head)
  for (const id of ids) expect(await unreachedAt(id)).not.toBeNull()
  const copy = await insert({ alarm_id: first.alarmId, copy_of: head, ...leased })
  await changed({ state: 'sent', claimed_until: null })(copy)
  for (const id of ids) expect(await unreachedAt(id)).toBeNull()
})

test('in a storm each alarm is told in the site, but nobody is called about each of them', async () => {
  const { siterAdmin } = t.world.accounts
  await t.world.db.updateTable('account').set({ phone: null }).execute()
  await t.world.db.updateTable('account').set({ phone: '13700000001' }).where('id', '=', siterAdmin.id).execute()
  const calls = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(calls.url, { kind: 'httpVoice' })
  const site = (await newAlarm(t.world)).projectId
  const elsewhere = await newAlarm(t.world)
  const before = (await inSite()).length
  const fail = async (alarmId: number) => {
    await t.world.db
      .updateTable('alarm')
      .set({ project_id: site })
      .where('id', '=', alarmId)
      .where('id', '<>', elsewhere.alarmId)
      .execute()
    const { id } = await t.world.db
      .insertInto('message_record')
      .values(recordOfRule({ alarm_id: alarmId, state: 'sending', claimed_until: new Date(Date.now() + 3_600_000) }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await changed({ state: 'failed', failure_kind: 'notWorking', claimed_until: null })(id)
  }
  for (let n = 0; n < 3; n++) await fail((await newAlarm(t.world)).alarmId)
  await fail(elsewhere.alarmId)
  const notified = (await inSite()).slice(before).filter(({ account_id: id }) => id === siterAdmin.id)
  const called = t.world.db.selectFrom('message_record').select('project_id').where('cause', '=', 'system')
  const sites = await called.where('account_id', '=', siterAdmin.id).orderBy('id').execute()
  expect([notified.length > 0, sites]).toEqual([true, [{ project_id: site }, { project_id: elsewhere.projectId }]])
})
