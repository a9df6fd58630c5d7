import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock, type Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { queue, recordOf } from './notify-provider.fixture.ts'
import { channelsUp } from './provider-health.ts'
import { sayProblem, sendingProblem, sendingService } from './watch-sending.ts'

let world: TestWorld
let ctx: Ctx

beforeAll(async () => {
  world = await testWorld()
  ctx = { ...world.systemCtx, clock: systemClock }
  await world.db
    .updateTable('account')
    .set({ email: 'admin@example.com', phone: '13800000001' })
    .where('id', '=', world.accounts.siterAdmin.id)
    .execute()
})
afterAll(() => world.stop())

const kinds = { mail: 'smtp', sms: 'httpSms', app: 'webPush' } as const
const provider = (channel: keyof typeof kinds, down_until: Date | null) =>
  world.db
    .insertInto('notify_provider')
    .values({
      company_id: world.companies.siter.id,
      path: world.companies.siter.path,
      channel,
      kind: kinds[channel],
      name: channel,
      priority: 1,
      settings: '{}',
      token: channel.padEnd(32, 'x'),
      rate_per_minute: 60,
      timeout_s: 5,
      enabled: true,
      down_until,
    })
    .execute()
const notified = () =>
  world.db
    .selectFrom('message_record')
    .select(['channel', 'account_id', 'email', 'content'])
    .where('cause', '=', 'system')
    .execute()

test('an alarm waiting over a minute, or a broken channel, is reported over another channel, once in a quarter of an hour', async () => {
  expect(await sendingProblem(ctx)).toBeNull()
  const key = await queue(world, 'sms', { due_at: new Date(Date.now() - 59_000) })
  expect(await sendingProblem(ctx)).toBeNull()
  await world.db
    .updateTable('message_record')
    .set({ due_at: new Date(Date.now() - 75_000) })
    .where('key', '=', key)
    .execute()
  const problem = await sendingProblem(ctx)
  expect(problem).toEqual({ channels: ['sms'], oldestS: 75 })
  // A failed message counts as waiting from its creation, not from its next try.
  const soon = { due_at: new Date(Date.now() + 5_000), created_at: new Date(Date.now() - 90_000), failure: 'busy' }
  await world.db.updateTable('message_record').set(soon).where('key', '=', key).execute()
  expect(await sendingProblem(ctx)).toEqual({ channels: ['sms'], oldestS: 90 })
  // A message whose creation a set-back clock has not reached yet does not count as on time.
  const fromAhead = { created_at: new Date(Date.now() + 3_600_000) }
  await world.db.updateTable('message_record').set(fromAhead).where('key', '=', key).execute()
  expect(await sendingProblem(ctx)).toEqual({ channels: ['sms'], oldestS: 61 })
  // Nobody picks up what was claimed and never sent.
  const claimed = (ms: number) => ({ state: 'sending' as const, claimed_until: new Date(Date.now() - ms) })
  await world.db.updateTable('message_record').set(claimed(70_000)).where('key', '=', key).execute()
  expect(await sendingProblem(ctx)).toEqual({ channels: ['sms'], oldestS: 70 })
  await world.db.updateTable('message_record').set(claimed(-5_000)).where('key', '=', key).execute()
  expect(await sendingProblem(ctx)).toBeNull()
  await world.db.updateTable('message_record').set({ state: 'queued', claimed_until: null }).where('key', '=', key).execute()
  expect(problem && (await sayProblem(ctx, problem))).toBe(0)
  await provider('sms', new Date(Date.now() + 60_000))
  await provider('mail', null)
  expect(await channelsUp(world.db, new Date())).toEqual({ app: 'none', sms: 'down', voice: 'none', mail: 'up' })
  expect(problem && (await sayProblem(ctx, problem))).toBe(1)
  expect(problem && (await sayProblem(ctx, problem))).toBe(0)
  const [message] = await notified()
  expect(message).toMatchObject({ channel: 'mail', account_id: world.accounts.siterAdmin.id, email: 'admin@example.com' })
  expect(message?.content).toContain('75')
  // A warning that was not sent has told nobody, so it is sent again.
  await world.db.updateTable('message_record').set({ state: 'failed', due_at: null }).where('cause', '=', 'system').execute()
  expect(problem && (await sayProblem(ctx, problem))).toBe(1)
  // Nor has one dated in the future, from before the clock was set back.
  const ahead = { state: 'sent', created_at: new Date(Date.now() + 3_600_000) } as const
  await world.db.updateTable('message_record').set(ahead).where('cause', '=', 'system').where('state', '=', 'queued').execute()
  expect(problem && (await sayProblem(ctx, problem))).toBe(1)
  await world.db.updateTable('message_record').set({ state: 'sent', due_at: null }).where('key', '=', key).execute()
  expect((await recordOf(world, key)).state).toBe('sent')
  expect(await sendingProblem(ctx)).toEqual({ channels: ['sms'], oldestS: 0 })
  await world.db.updateTable('notify_provider').set({ down_until: null }).execute()
  expect(await sendingProblem(ctx)).toBeNull()
})

test.each(['app', 'mail'] as const)(
  'a push service or mailbox that one receiver has named warns nobody else while others are reached; while nothing goes out, it does: %s',
  async (channel) => {
    await world.db.deleteFrom('notify_provider').execute()
    await world.db.deleteFrom('message_record').execute()
    await provider(channel, null)
    const since = { created_at: new Date(Date.now() - 90_000), due_at: new Date(Date.now() + 20_000) }
    const key = await queue(world, channel, { ...since, failure: '503', failure_kind: 'notWorking' })
    expect(await sendingProblem(ctx)).toEqual({ channels: [channel], oldestS: 90 })
    const succeeded = (ago: number) =>
      world.db
        .updateTable('notify_provider')
        .set({ last_success_at: new Date(Date.now() - ago) })
        .execute()
    await succeeded(100_000)
    expect(await sendingProblem(ctx)).toEqual({ channels: [channel], oldestS: 90 })
    // Before the clock was set back.
    await succeeded(-3_600_000)
    expect(await sendingProblem(ctx)).toEqual({ channels: [channel], oldestS: 90 })
    await succeeded(30_000)
    expect(await sendingProblem(ctx)).toBeNull()
    // A message that was never tried is waiting because of us.
    const untried = { failure: null, due_at: new Date(Date.now() - 80_000) }
    await world.db.updateTable('message_record').set(untried).where('key', '=', key).execute()
    expect(await sendingProblem(ctx)).toEqual({ channels: [channel], oldestS: 80 })
  },
)

test('a watch that no longer looks is a problem itself, until it looks again', async () => {
  await world.db.deleteFrom('notify_provider').execute()
  await world.db.deleteFrom('message_record').execute()
  const { run, health } = sendingService(ctx, pino({ level: 'silent' }))
  run.start()
  expect(health?.delivery?.()).toBeNull()
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  expect(health?.delivery?.()).toBe('the message queue is not watched')
  await vi.waitFor(() => expect(health?.delivery?.()).toBeNull(), 20_000)
  later.mockRestore()
  await run.stop()
})
