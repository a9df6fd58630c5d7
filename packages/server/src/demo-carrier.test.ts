import { afterAll, beforeAll, expect, test } from 'vitest'
import { queue, reached } from './features/notify/notify-provider/notify-provider.fixture.ts'
import { useProviders } from './features/notify/notify-provider/use-providers.fixture.ts'
import { startDemoCarrier } from './demo-carrier.ts'

const t = useProviders()
let stop: () => Promise<void>
const providers = () => t.world.db.selectFrom('notify_provider').select(['name', 'enabled', 'settings']).orderBy('id').execute()
const start = () => startDemoCarrier(t.world.connection, t.publicUrl, { '/sms': 10, '/voice': 10 })

beforeAll(async () => {
  const { id, path } = t.world.companies.north
  await t.world.db
    .insertInto('duty_team')
    .values({
      company_id: id,
      path,
      name: 'Desk',
      time_zone: 'UTC',
      member_ids: [],
      shifts: '[]',
      groups: '[]',
      turn_length: 1,
      turn_unit: 'week',
      starts_on: '2026-01-01',
      remark: '',
    })
    .execute()
  stop = await start()
})
afterAll(() => stop())

test('demo messages are sent and reported, at another address after each start; what was disabled stays disabled', async () => {
  expect(await reached(t.world, await queue(t.world, 'sms', { content: 'Fire "1"' }), 'delivered')).toMatchObject({ attempts: 1 })
  await reached(t.world, await queue(t.world, 'voice'), 'answered')
  const before = await providers()
  expect(before).toHaveLength(2)
  await t.world.db.updateTable('notify_provider').set({ enabled: false }).where('channel', '=', 'voice').execute()
  await t.world.db.deleteFrom('notify_rule').execute()
  await stop()
  stop = await start()
  const after = await providers()
  expect(after.map(({ name, enabled }) => [name, enabled])).toEqual([
    [before[0]?.name, true],
    [before[1]?.name, false],
  ])
  expect(after[0]?.settings.url).not.toBe(before[0]?.settings.url)
  await reached(t.world, await queue(t.world, 'sms'), 'delivered')
  // The rule is created only once.
  expect(await t.world.db.selectFrom('notify_rule').select('id').execute()).toEqual([])
})

test('a provider that somebody has pointed at a real carrier is left alone', async () => {
  await stop()
  stop = await start()
  const [sms] = await providers()
  const settings = JSON.stringify({ ...sms?.settings, url: 'https://sms.example.com/send' })
  await t.world.db.updateTable('notify_provider').set({ settings }).where('channel', '=', 'sms').execute()
  await stop()
  stop = await start()
  expect((await providers()).map((each) => each.settings.url)).toEqual([
    'https://sms.example.com/send',
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/voice$/),
  ])
})
