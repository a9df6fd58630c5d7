import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { readAlarms } from '../alarm/alarm.rows.ts'
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
  const told = await inSite()
  expect(told.map(({ account_id: id }) => id)).toEqual(expect.arrayContaining(ids))
  expect(told[0]?.link).toBe(`/alarm/alarmLogList/detail?id=${alarmId}`)
  await vi.waitFor(() => expect(calls.heard).toHaveLength(ids.length))
  expect(calls.heard[0]?.text).toContain('的通知全部未能送达')
  const events = await t.world.db.selectFrom('live_event').select('change').where('kind', '=', 'alarm').execute()
  expect(events).toContainEqual({ change: 'unreached' })
  // Somebody reads one after all.
  const later = await queue(t.world, 'voice', about)
  await reached(t.world, later, 'sent')
  expect(await unreachedAt(alarmId)).toBeNull()
  expect(await inSite()).toEqual(told)
}, 30_000)

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
