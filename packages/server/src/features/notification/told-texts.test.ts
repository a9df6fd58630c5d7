import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { addSite, type Site } from '../alarm/alarm.fixture.ts'
import type { Engine } from './engine.ts'
import { addProviders, addRule, addToList, clearNotifications, engineOf, raise, stepOf } from './notification.fixture.ts'

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
  test('is told as a real one, and each text says first that it is a test', async () => {
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
    expect(JSON.stringify(message?.params)).toContain('【测试】')
  })
  test('is told apart from a fire, and a device that was on test by itself is told to nobody', async () => {
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
