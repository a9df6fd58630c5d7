import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, tracesOf, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { takeSite } from '../../alarms/alarm-desk/alarm-desk.verbs.ts'
import { addCauses } from '../../alarms/notify-cause/cause.batch.ts'
import type { Engine } from './engine.ts'
import { addProviders, addRule, addToList, clearNotifications, engineOf, raise } from './notification.fixture.ts'
import { takeByPhone } from './take-by-phone.ts'

let world: TestWorld
let site: Site
let engine: Engine

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  await addProviders(world.db, world.companies.siter)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await clearNotifications(world.db)
  engine = engineOf(world)
})

const forward = async (seconds: number): Promise<void> => {
  world.clock.forward(seconds * 1000)
  await engine.round()
}
const runs = () => world.db.selectFrom('notification_run').selectAll().orderBy('id').execute()
const records = async () =>
  (await world.db.selectFrom('message_record').select(['receiver', 'channel', 'state']).orderBy('id').execute()).map(
    ({ receiver, channel, state }) => `${receiver} ${channel} ${state}`,
  )

describe('pressing 1', () => {
  const called = async (more: { accountId?: number } = {}) => {
    await addToList(world.db, site, 1, 'Ann', more)
    await addToList(world.db, site, 2, 'Ben')
    await addRule(world.db, world.companies.north, { stopWhen: 'confirmed' })
    const alarm = await raise(world, site)
    await engine.round()
    const { id } = await world.db.selectFrom('message_record').select('id').executeTakeFirstOrThrow()
    return { alarm, recordId: id }
  }
  const alarmNow = (id: number) =>
    world.db.selectFrom('alarm').select(['state', 'confirmed_by']).where('id', '=', id).executeTakeFirst()

  test('takes the site and confirms the alarm as that person, even if somebody else has the site', async () => {
    const { alarm, recordId } = await called({ accountId: world.accounts.northAdmin.id })
    await takeSite(await world.ctxOf(world.accounts.siterAdmin), { projectId: site.project })
    await takeByPhone(world.systemCtx, recordId)
    expect(await alarmNow(alarm.id)).toEqual({ state: 'confirmed', confirmed_by: world.accounts.northAdmin.id })
    expect(await world.db.selectFrom('desk_hold').select('account_id').execute()).toEqual([
      { account_id: world.accounts.northAdmin.id },
    ])
    await forward(1)
    expect(await runs()).toMatchObject([{ state: 'stopped', stop_reason: 'confirmed' }])
    await takeByPhone(world.systemCtx, recordId)
    expect(await alarmNow(alarm.id)).toMatchObject({ state: 'confirmed' })
    // Not an alarm raised again since, which nobody has heard about yet.
    world.clock.forward(1000)
    await world.db.updateTable('alarm').set({ state: 'unconfirmed' }).where('id', '=', alarm.id).execute()
    const { id, first_at: firstAt, company_id: companyId, path, customer_id: customerId } = alarm
    const place = { companyId, path, customerId, projectId: alarm.project_id, deviceId: alarm.device_id }
    const roundAt = world.clock.now()
    await addCauses(world.db, [{ kind: 'alarm', id, firstAt, roundAt, ...place, typeId: alarm.type_id, level: alarm.level }])
    await engine.round()
    await takeByPhone(world.systemCtx, recordId)
    expect(await alarmNow(alarm.id)).toMatchObject({ state: 'unconfirmed' })
  })

  test('confirms no alarm raised again since the call, even before anybody is called about it', async () => {
    const { alarm, recordId } = await called({ accountId: world.accounts.northAdmin.id })
    world.clock.forward(1000)
    await world.db.updateTable('alarm').set({ raised_at: world.clock.now() }).where('id', '=', alarm.id).execute()
    await takeByPhone(world.systemCtx, recordId)
    expect(await alarmNow(alarm.id)).toMatchObject({ state: 'unconfirmed' })
    expect(await runs()).toMatchObject([{ state: 'stopped', stop_reason: 'tookByPhone' }])
  })

  test('without an account ends the calls and records who it was', async () => {
    const { alarm, recordId } = await called()
    await takeByPhone(world.systemCtx, recordId)
    expect(await alarmNow(alarm.id)).toEqual({ state: 'unconfirmed', confirmed_by: null })
    expect(await runs()).toMatchObject([{ state: 'stopped', stop_reason: 'tookByPhone', stopped_by: 'Ann' }])
    const { journey } = await tracesOf(world.db, 'alarm', alarm.id)
    expect(journey.at(-1)).toMatchObject({ step: 'notificationAnswered', detail: { receiver: 'Ann', tookOver: true } })
    const audits = await world.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'notificationRun.phoneTake')
      .execute()
    expect(audits.length).toBeGreaterThan(0)
    await forward(600)
    expect(await records()).toEqual(['Ann voice cancelled'])
  })
})
