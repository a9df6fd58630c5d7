import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import type { Engine } from './engine.ts'
import { addProviders, addRule, addToList, clearNotifications, engineOf, raise, stepOf } from './notification.fixture.ts'
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

describe('a test alarm that a person raised', () => {
  const contents = async () =>
    (await world.db.selectFrom('message_record').select(['receiver', 'title', 'content', 'params']).orderBy('id').execute()).map(
      ({ params, ...row }) => ({ ...row, project: (params as { project: string }).project }),
    )
  test('notifies like a real one, and each text says first that it is a test', async () => {
    await addToList(world.db, site, 1, 'Ann')
    const manager = { kind: 'accounts' as const, accountIds: [world.accounts.northAdmin.id] }
    const steps = [stepOf({ channels: ['sms'] }), stepOf({ afterS: 60, receivers: [manager], channels: ['inSite'] })]
    await addRule(world.db, world.companies.north, { steps })
    await raise(world, site, { test: true, tried_by: world.accounts.northAdmin.id })
    await engine.round()
    expect(await contents()).toEqual([
      {
        receiver: 'Ann',
        title: expect.stringMatching(/^TEST: Fire/),
        content: expect.stringMatching(/^TEST: Fire/),
        project: expect.stringMatching(/^TEST: \S/),
      },
    ])
    world.clock.forward(60_000)
    await engine.round()
    const [message] = await world.db.selectFrom('message').select('params').execute()
    // In the language of the receiver.
    expect(JSON.stringify(message?.params)).toContain('测试：')
  })
  test('says so behind the signature of an SMS, in each name that a provider puts into its own template, and waits behind fires', async () => {
    const { id, path } = world.companies.north
    const template = await world.db
      .insertInto('message_template')
      .values({
        company_id: id,
        path,
        code: 'T-1',
        name: 'Fire',
        event: 'alarm',
        channel: 'sms',
        language: 'en',
        title: '',
        content: '{type}',
        state: 'approved',
        approved_version: 1,
        template_version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const version = {
      template_id: template.id,
      number: 1,
      title: '',
      content: '{type} at {room}',
      signature: 'Watch',
      provider_code: 'T1',
      approved_at: world.clock.now(),
    }
    await world.db.insertInto('message_template_version').values(version).execute()
    await addToList(world.db, site, 1, 'Ann')
    await addRule(world.db, world.companies.north, { steps: [stepOf({ channels: ['sms'] })] })
    try {
      await raise(world, site, { test: true, tried_by: world.accounts.northAdmin.id })
      await raise(world, site)
      await engine.round()
    } finally {
      await world.db.deleteFrom('message_template_version').where('template_id', '=', template.id).execute()
      await world.db.deleteFrom('message_template').where('id', '=', template.id).execute()
    }
    const rows = await world.db
      .selectFrom('message_record')
      .select(['priority', 'fire', 'content', 'params'])
      .orderBy('id')
      .execute()
    const [test, fire] = rows[0]?.priority === 1 ? rows : rows.toReversed()
    expect(test).toMatchObject({ priority: 1, fire: true, content: expect.stringMatching(/^\[Watch\] TEST: \S/) })
    const { project, type, first, device, room } = (test?.params ?? {}) as Record<string, string>
    for (const name of [project, type, first, device, room]) expect(name).toMatch(/^TEST: /)
    expect(fire).toMatchObject({ priority: 0, fire: true, content: expect.stringMatching(/^\[Watch\] [^T]/) })
    expect(JSON.stringify(fire)).not.toContain('TEST')
  })
  test('that is answered by phone leaves a fire at the same site as it is', async () => {
    const { northAdmin } = world.accounts
    await addToList(world.db, site, 1, 'Ann', { accountId: northAdmin.id })
    await addRule(world.db, world.companies.north, { stopWhen: 'taken' })
    const fire = await raise(world, site)
    await engine.round()
    world.clock.forward(1_000)
    const tried = await raise(world, site, { test: true, tried_by: northAdmin.id })
    await engine.round()
    const { id } = await world.db
      .selectFrom('message_record')
      .select('id')
      .where('alarm_id', '=', tried.id)
      .executeTakeFirstOrThrow()
    await takeByPhone(world.systemCtx, id)
    world.clock.forward(1_000)
    await engine.round()
    const state = (alarmId: number) => world.db.selectFrom('alarm').select('state').where('id', '=', alarmId).executeTakeFirst()
    expect([await state(tried.id), await state(fire.id)]).toEqual([{ state: 'confirmed' }, { state: 'unconfirmed' }])
    expect(await world.db.selectFrom('desk_hold').select('account_id').execute()).toEqual([])
    const run = await world.db.selectFrom('notification_run').select('state').where('alarm_id', '=', fire.id).executeTakeFirst()
    expect(run).toEqual({ state: 'running' })
  })
  test('differs from a fire, and about a device that was on test by itself nobody is notified', async () => {
    await addToList(world.db, site, 1, 'Ann')
    await addRule(world.db, world.companies.north, { steps: [stepOf({ channels: ['sms'] })] })
    await raise(world, site)
    await raise(world, site, { test: true })
    await engine.round()
    expect((await contents()).map(({ content }) => content.startsWith('TEST'))).toEqual([false])
  })
})

test('a mail leads to the alarm if it is known where the console is reached', async () => {
  await addToList(world.db, site, 1, 'Ann', { email: 'ann@example.com' })
  await addRule(world.db, world.companies.north, { steps: [stepOf({ channels: ['mail'] })] })
  const config = { ...world.systemCtx.config, publicUrl: 'https://fire.example.com' }
  const alarm = await raise(world, site)
  await engineOf(world, { ...world.systemCtx, config }).round()
  const { content } = await world.db.selectFrom('message_record').select('content').executeTakeFirstOrThrow()
  expect(content).toContain(`https://fire.example.com/#/alarm/alarmLogList/detail?id=${alarm.id}`)
})
