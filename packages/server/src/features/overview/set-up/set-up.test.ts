import { enums, type OutputOf, type endpoints } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.tokenOf(server.world.accounts.siterAdmin)
})
afterAll(() => server.stop())

type State = OutputOf<typeof endpoints.setUp.state>
const state = async () => (await server.call('GET', 'web/setUp/state', {}, token)).data as State
const done = async () => (await state()).steps.flatMap(({ step, done: is }) => (is ? [step] : []))

test('an empty installation has all steps before it, in the order that helps most', async () => {
  const { hidden, steps } = await state()
  expect(hidden).toBe(false)
  expect(steps.map(({ step }) => step)).toEqual(enums.setUpStep)
  expect(await done()).toEqual([])
})

test('each step is done when it really is, and not before', async () => {
  const { db, world } = server
  const { siter } = world.companies
  const set = (table: 'project' | 'gateway' | 'alarm' | 'company' | 'company_config', columns: object) =>
    db.updateTable(table).set(columns).execute()
  const rows = await addOwnedRows(db, siter)
  await set('project', { audit: 'pending' })
  await set('gateway', { activated_at: null })
  await set('alarm', { shown_at: null, state: 'unconfirmed' })
  await db.deleteFrom('notify_rule').execute()
  await db.updateTable('notify_provider').set({ enabled: false, last_success_at: null }).execute()
  await db.deleteFrom('push_subscription').execute()
  expect(await done()).toEqual([])
  expect((await state()).steps.filter(({ begun }) => begun).map(({ step }) => step)).toEqual(['firstSite', 'firstGateway'])

  const by = world.accounts.siterAdmin.id
  await db
    .insertInto('company_config')
    .values({ company_id: siter.id, path: siter.path })
    .onConflict((c) => c.doNothing())
    .execute()
  await set('company_config', { updated_by: by })
  await set('company', { updated_by: by })
  await set('project', { audit: 'approved' })
  expect(await done()).toEqual(['nameAndZone', 'firstSite'])
  await set('gateway', { activated_at: new Date() })
  await server.call('POST', 'web/alarmTest/raise', { deviceId: rows.device }, token)
  expect((await state()).steps[3]).toMatchObject({ step: 'testAlarm', begun: true, done: false, id: expect.any(Number) })
  await set('alarm', { state: 'cleared' })
  expect(await done(), 'closed by nobody').not.toContain('testAlarm')
  await set('alarm', { state: 'unconfirmed', shown_at: new Date() })
  expect(await done()).toEqual(['nameAndZone', 'firstSite', 'firstGateway', 'testAlarm'])

  const step = { afterS: 0, channels: ['app'], answerS: 60, repeats: 0, everyS: 0 }
  const rule = (name: string, receiver: object) => ({
    company_id: siter.id,
    path: siter.path,
    name,
    enabled: true,
    events: ['alarm' as const],
    steps: JSON.stringify([{ ...step, receivers: [receiver] }]),
  })
  await db.deleteFrom('project_notifier').execute()
  await db
    .insertInto('notify_rule')
    .values(rule('List', { kind: 'callList' }))
    .execute()
  expect(await done(), 'a call list without a person').not.toContain('whoIsCalled')
  await db
    .insertInto('notify_rule')
    .values(rule('Person', { kind: 'accounts', accountIds: [by] }))
    .execute()
  expect(await done()).toContain('whoIsCalled')

  const now = Date.now()
  await db
    .updateTable('notify_provider')
    .set({ enabled: true, last_success_at: new Date(now), last_failure_at: new Date(now + 1_000) })
    .execute()
  expect(await done(), 'the last message failed').not.toContain('reachesOutside')
  await db
    .updateTable('notify_provider')
    .set({ last_failure_at: null, undelivered: ['a', 'b', 'c', 'd', 'e'] })
    .execute()
  expect(await done(), 'it accepts everything and delivers nothing').not.toContain('reachesOutside')
  await db
    .updateTable('notify_provider')
    .set({ undelivered: ['a', 'b', 'c', 'd'] })
    .execute()
  expect(await done()).toContain('reachesOutside')

  await db.updateTable('session').set({ user_agent: 'Mozilla/5.0 (iPhone)' }).where('account_id', '=', by).execute()
  expect(await done()).toContain('phone')
  expect(await server.call('POST', 'web/setUp/confirmBackup', {}, token)).toMatchObject({ success: true })
  expect(await done()).toEqual(enums.setUpStep)
})

test('it is hidden for everybody and shown again; only administrators of the operating company see it', async () => {
  await server.call('POST', 'web/setUp/hide', { hidden: true }, token)
  expect((await state()).hidden).toBe(true)
  await server.call('POST', 'web/setUp/hide', { hidden: false }, token)
  expect((await state()).hidden).toBe(false)
  const north = await server.tokenOf(server.world.accounts.northAdmin)
  expect(await server.call('GET', 'web/setUp/state', {}, north)).toMatchObject({ status: 403 })
})
