import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, tracesOf, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { confirmAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'
import { claimRecords } from '../../base/message-record/claim-records.ts'
import { applyReceipt } from '../../base/message-record/settle-records.ts'
import { createProvider } from '../notify-provider/notify-provider.verbs.ts'
import { createProviderPool, type ProviderPool } from '../notify-provider/provider-pool.ts'
import { sendRecord } from '../notify-provider/send-record.ts'
import { startStandIn, type StandIn } from '../notify-provider/stand-ins.fixture.ts'
import type { Engine } from './engine.ts'
import { addRule, addToList, clearNotifications, engineOf, raise, stepOf } from './notification.fixture.ts'
import { escalationOf } from './notification.reads.ts'

let world: TestWorld
let site: Site
let siter: Ctx
let north: Ctx
let engine: Engine
let pool: ProviderPool
let carrier: StandIn

const down = () => ({ status: 503, body: 'the carrier is down' })
const up = () => ({ status: 200, body: '{"id":"x"}' })

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  north = await world.ctxOf(world.accounts.northAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await clearNotifications(world.db)
  await world.db.deleteFrom('notify_provider').execute()
  engine = engineOf(world)
  pool = createProviderPool(
    world.systemCtx,
    async () => undefined,
    () => undefined,
    pino({ level: 'silent' }),
  )
  carrier = await startStandIn(down)
})
afterEach(async () => {
  await pool.close()
  await carrier.stop()
})

const provide = (kind: 'httpSms' | 'httpVoice', url: string) =>
  createProvider(siter, {
    kind,
    url,
    name: `${kind} ${url}`,
    priority: 1,
    ratePerMinute: 6_000,
    timeoutS: 2,
    enabled: true,
    allowPrivate: true,
    bodyFormat: 'json',
    body: '{"to":"{{phone}}","text":"{{content}}"}',
    refPath: 'id',
  })

/** Runs the engine and the dispatcher for some time: second by second, or in longer steps where nothing depends on the second. */
const pass = async (seconds: number, stepS = 1): Promise<void> => {
  const stopping = new AbortController().signal
  for (let second = 0; second <= seconds; second += stepS) {
    await engine.round()
    await pool.refresh()
    for (const channel of ['sms', 'voice'] as const) {
      const at = world.clock.now()
      const claimed = await claimRecords(world.db, { channel, urgent: true, limit: 50, at, leaseMs: 60_000 })
      for (const record of claimed)
        await sendRecord({ ctx: world.systemCtx, pool, stopping }, record, pool.take(channel, true, new Set()))
    }
    world.clock.forward(stepS * 1_000)
  }
}
const records = () => world.db.selectFrom('message_record').selectAll().orderBy('id').execute()
const states = async () => (await records()).map(({ receiver, channel, state }) => `${receiver} ${channel} ${state}`)
const runStates = async () => (await world.db.selectFrom('notification_run').select('state').execute()).map(({ state }) => state)
const sms = stepOf({ channels: ['sms'] })

describe('a provider that is down for minutes', () => {
  test('rests do not count as tries; a failed message is sent as a copy once the provider is back, and the journey shows it', async () => {
    await provide('httpSms', carrier.url)
    await addToList(world.db, site, 1, 'Ann')
    await addRule(world.db, world.companies.north, { steps: [sms] })
    const alarm = await raise(world, site)
    await pass(60)
    const [first, copy] = await records()
    expect(first).toMatchObject({ state: 'failed', failure_kind: 'notWorking', copy_of: null, due_at: null, answer_by: null })
    // Only attempts at a provider count.
    expect(first?.attempts).toBe(5)
    expect(carrier.heard.length).toBe(first?.attempts)
    expect(copy).toMatchObject({ state: 'queued', copy_of: first?.id, run_id: first?.run_id, receiver: 'Ann', fire: true })
    expect(copy?.key).not.toBe(first?.key)
    // The end of the alarm must still find its run.
    expect(await runStates()).toEqual(['running'])
    expect(await escalationOf(north, { id: alarm.id })).toMatchObject([{ state: 'running', again: 1 }])
    await pass(60, 5)
    carrier.answer = up
    await pass(120, 5)
    expect(await states()).toEqual(['Ann sms failed', 'Ann sms sent'])
    await pass(2)
    expect(await runStates()).toEqual(['finished'])
    const { journey } = await tracesOf(world.db, 'alarm', alarm.id)
    expect(
      journey
        .filter(({ step }) => step !== 'notificationQueued')
        .map(({ step, detail }) => [step, detail['again'], detail['reason']]),
    ).toEqual(
      expect.arrayContaining([
        ['notificationFailed', true, 'notWorking'],
        ['notificationSent', undefined, undefined],
      ]),
    )
  })

  test('a copy is tried for ten minutes, not forever', async () => {
    await provide('httpSms', carrier.url)
    await addToList(world.db, site, 1, 'Ann')
    await addRule(world.db, world.companies.north, { steps: [sms] })
    await raise(world, site)
    await pass(60)
    await pass(565, 5)
    expect(await states()).toEqual(['Ann sms failed', 'Ann sms queued'])
    await pass(60, 5)
    expect(await states()).toEqual(['Ann sms failed', 'Ann sms failed'])
    await pass(5)
    expect(await runStates()).toEqual(['finished'])
  })

  test('taking the alarm meanwhile withdraws the copy', async () => {
    await provide('httpSms', carrier.url)
    await addToList(world.db, site, 1, 'Ann')
    await addRule(world.db, world.companies.north, { steps: [sms], stopWhen: 'confirmed' })
    const alarm = await raise(world, site)
    await pass(60)
    await confirmAlarm(north, { id: alarm.id })
    carrier.answer = up
    await pass(300, 5)
    expect(await states()).toEqual(['Ann sms failed', 'Ann sms cancelled'])
    expect(await runStates()).toEqual(['stopped'])
  })

  test('nothing is sent for a run that was stopped while its message was under way', async () => {
    await provide('httpSms', carrier.url)
    await addToList(world.db, site, 1, 'Ann')
    await addRule(world.db, world.companies.north, { steps: [sms], stopWhen: 'confirmed' })
    const alarm = await raise(world, site)
    await pass(1)
    // It is being sent when the alarm is confirmed, and fails afterwards.
    await world.db.updateTable('message_record').set({ state: 'sending' }).execute()
    await confirmAlarm(north, { id: alarm.id })
    await engine.round()
    expect(await states()).toEqual(['Ann sms sending'])
    await world.db.updateTable('message_record').set({ state: 'queued', due_at: world.clock.now() }).execute()
    carrier.answer = up
    const heard = carrier.heard.length
    await pass(20)
    expect(await states()).toEqual(['Ann sms cancelled'])
    expect(carrier.heard.length).toBe(heard)
  })

  test('a person who was called meanwhile gets no copy of the text; a text does not replace a call', async () => {
    const phones = await startStandIn(up)
    try {
      await provide('httpSms', carrier.url)
      await provide('httpVoice', phones.url)
      await addToList(world.db, site, 1, 'Ann')
      await addRule(world.db, world.companies.north, { steps: [stepOf({ channels: ['sms', 'voice'] })] })
      await raise(world, site)
      await pass(50)
      carrier.answer = up
      await pass(200, 5)
      expect((await states()).toSorted()).toEqual(['Ann sms cancelled', 'Ann sms failed', 'Ann voice sent'])
      const copy = (await records()).find(({ copy_of: of }) => of !== null)
      expect(copy).toMatchObject({ state: 'cancelled', failure_kind: 'toldOtherwise' })
    } finally {
      await phones.stop()
    }
  })

  test('a text that arrives does not replace the call that failed', async () => {
    const texts = await startStandIn(up)
    try {
      await provide('httpVoice', carrier.url)
      await provide('httpSms', texts.url)
      await addToList(world.db, site, 1, 'Ann')
      await addRule(world.db, world.companies.north, { steps: [stepOf({ channels: ['voice', 'sms'] })] })
      await raise(world, site)
      await pass(60)
      carrier.answer = up
      await pass(150, 5)
      const copy = (await records()).find(({ copy_of: of }) => of !== null)
      expect(copy).toMatchObject({ channel: 'voice' })
      expect(copy?.sent_at).not.toBeNull()
    } finally {
      await texts.stop()
    }
  })

  test('a number that is refused is not tried again', async () => {
    carrier.answer = () => ({ status: 400, body: 'no such number' })
    await provide('httpSms', carrier.url)
    await addToList(world.db, site, 1, 'Ann')
    await addRule(world.db, world.companies.north, { steps: [sms] })
    await raise(world, site)
    await pass(60)
    expect(await states()).toEqual(['Ann sms failed'])
    expect((await records())[0]).toMatchObject({ failure_kind: 'refused', failure: '400 no such number', attempts: 1 })
  })
})

describe('an alarm that comes while the only provider rests', () => {
  const restFor = (seconds: number) =>
    world.db
      .updateTable('notify_provider')
      .set({ failures: 4, down_until: new Date(world.clock.now().getTime() + seconds * 1_000) })
      .execute()

  test('is sent at once if the provider works again: its rest does not matter to an alarm', async () => {
    carrier.answer = up
    await provide('httpSms', carrier.url)
    await restFor(110)
    await addToList(world.db, site, 1, 'Ann')
    await addRule(world.db, world.companies.north, { steps: [sms] })
    await raise(world, site)
    await pass(20)
    expect(await records()).toMatchObject([{ state: 'sent', attempts: 1 }])
    expect(carrier.heard.length).toBe(1)
  })

  test('is not held up by a long rest: its rule continues, and a copy waits for the provider', async () => {
    carrier.answer = down
    await provide('httpSms', carrier.url)
    await restFor(110)
    await addToList(world.db, site, 1, 'Ann')
    await addRule(world.db, world.companies.north, { steps: [sms] })
    await raise(world, site)
    await pass(60)
    expect(await states()).toEqual(['Ann sms failed', 'Ann sms queued'])
    // Once in 15 s.
    expect(carrier.heard.length).toBeGreaterThan(1)
    expect(carrier.heard.length).toBeLessThanOrEqual(5)
    carrier.answer = up
    await pass(20)
    expect(await states()).toEqual(['Ann sms failed', 'Ann sms sent'])
  })
})

test('a rest that seems to last for hours is over, because the clock was set back', async () => {
  carrier.answer = up
  await provide('httpSms', carrier.url)
  await world.db
    .updateTable('notify_provider')
    .set({ failures: 4, down_until: new Date(world.clock.now().getTime() + 3 * 3_600_000) })
    .execute()
  await addToList(world.db, site, 1, 'Ann')
  await addRule(world.db, world.companies.north, { steps: [sms] })
  await raise(world, site)
  await pass(3)
  expect(await states()).toEqual(['Ann sms sent'])
})

test('a provider’s later report is also classified as a failure', async () => {
  carrier.answer = up
  const { id } = await provide('httpSms', carrier.url)
  await addToList(world.db, site, 1, 'Ann')
  await addRule(world.db, world.companies.north, { steps: [sms] })
  await raise(world, site)
  await pass(2)
  const [record] = await records()
  await applyReceipt(world.db, id, { ref: record?.key ?? '', state: 'failed', reason: 'UNDELIV 034' }, world.clock.now())
  expect((await records())[0]).toMatchObject({ state: 'failed', failure: 'UNDELIV 034', failure_kind: 'undelivered' })
})
