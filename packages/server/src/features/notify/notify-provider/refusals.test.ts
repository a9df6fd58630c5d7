import { expect, test, vi } from 'vitest'
import { systemClock } from '../../../platform/context.ts'
import { queue, reached, recordOf } from './notify-provider.fixture.ts'
import { channelStates, pageProviders } from './notify-provider.reads.ts'
import { channelsToTry, channelsUp } from './provider-health.ts'
import type { StandIn } from './stand-ins.fixture.ts'
import { testProvider } from './test-provider.ts'
import { takeReceipt } from './take-receipt.ts'
import { useProviders } from './use-providers.fixture.ts'
import { sendingProblem } from './watch-sending.ts'

/** A refusal is about its message, until it is the answer to everything. */

const t = useProviders()
const phoneOf = (n: number): string => `1380000000${n}`
const sendTo = async (...numbers: number[]): Promise<void> => {
  for (const n of numbers) await reached(t.world, await queue(t.world, 'sms', { phone: phoneOf(n), run_id: null }), 'failed')
}
const shown = async () => (await pageProviders(t.siter, {})).list[0]
const smsState = async () => (await channelStates(t.siter)).find(({ channel }) => channel === 'sms')?.state

test.each([
  ['status 400', { status: 400, body: '{"error":"no such template"}' }, {}],
  ['a body without success', { status: 200, body: '{"code":7,"id":"x"}' }, { successPath: 'code', successValue: '0' }],
])(
  'a provider that answers everybody with %s is down, and says so; one message that it accepts clears it',
  async (_what, no, more) => {
    const yes = { status: 200, body: '{"code":0,"id":"x"}' }
    let answer: ReturnType<StandIn['answer']> = no
    const provider = await t.standIn(() => answer)
    const { id } = await t.http(provider.url, more)
    // The same number again and again proves nothing about the others.
    await sendTo(1, 2, 3, 4, 1, 2, 3, 4)
    expect(await shown()).toMatchObject({ state: 'untried', failures: 0 })
    await sendTo(5)
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ state: 'down', failures: 5, downUntil: null }))
    expect((await shown())?.lastFailure).not.toBe(null)
    expect(await smsState()).toBe('down')
    expect(await channelsUp(t.world.db, new Date())).toMatchObject({ sms: 'down' })
    expect(await sendingProblem(t.siter)).toMatchObject({ channels: ['sms'] })
    // Rules try its channel last for a minute, and then as before: only a message that it accepts shows that it works again.
    const triedAt = async (ms: number) => (await channelsToTry(t.world.db, new Date(Date.now() + ms))).sms
    expect([await triedAt(0), await triedAt(60_000)]).toEqual(['down', 'up'])
    // It does not rest: the next alarm is tried at once.
    const before = provider.heard.length
    await sendTo(6)
    expect(provider.heard.length).toBe(before + 1)
    answer = yes
    await reached(t.world, await queue(t.world, 'sms', { phone: phoneOf(7) }), 'sent')
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ id, state: 'up', failures: 0 }))
    expect(await sendingProblem(t.siter)).toBeNull()
  },
)

test('a provider that accepts everything and delivers nothing is down, and says so; one message that arrives clears it', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  const { id } = await t.http(provider.url)
  const ctx = { ...t.world.systemCtx, clock: systemClock }
  const send = async (n: number, state: 'failed' | 'delivered'): Promise<void> => {
    const ref = await queue(t.world, 'sms', { phone: phoneOf(n), run_id: null })
    await reached(t.world, ref, 'sent')
    await takeReceipt(ctx, async () => undefined, { providerId: id, receipt: { ref, state, reason: 'UNDELIV' } })
  }
  // The same number again and again proves nothing about the others.
  for (const n of [1, 2, 3, 4, 1, 2]) await send(n, 'failed')
  expect(await shown()).toMatchObject({ state: 'up', failures: 0 })
  await send(5, 'failed')
  expect(await shown()).toMatchObject({ state: 'down', failures: 5, lastFailure: 'UNDELIV' })
  expect(await channelsUp(t.world.db, new Date())).toMatchObject({ sms: 'down' })
  expect(await sendingProblem(t.siter)).toMatchObject({ channels: ['sms'] })
  const triedAt = async (ms: number) => (await channelsToTry(t.world.db, new Date(Date.now() + ms))).sms
  expect([await triedAt(0), await triedAt(60_000)]).toEqual(['down', 'up'])
  // That it accepts the next one proves nothing either, but every alarm is still offered to it.
  await send(6, 'failed')
  expect(await smsState()).toBe('down')
  await send(7, 'delivered')
  expect(await shown()).toMatchObject({ state: 'up', failures: 0 })
  expect(await sendingProblem(t.siter)).toBeNull()
  // What did not arrive while others did is about the numbers.
  for (const n of [1, 2, 3, 4]) await send(n, 'failed')
  await send(8, 'delivered')
  await send(9, 'failed')
  expect(await shown()).toMatchObject({ state: 'up', failures: 0 })
})

test('what a provider refuses that has accepted others meanwhile is about the numbers', async () => {
  const provider = await t.standIn(({ text }) =>
    text.includes(phoneOf(9)) ? { status: 200, body: '{"id":"x"}' } : { status: 400, body: '{}' },
  )
  await t.http(provider.url)
  await sendTo(1, 2, 3, 4)
  await reached(t.world, await queue(t.world, 'sms', { phone: phoneOf(9) }), 'sent')
  await sendTo(5, 6, 7, 8)
  expect(await shown()).toMatchObject({ state: 'up', failures: 0 })
})

test('a fire that is refused by a provider that refuses everything is tried again over it', async () => {
  let no = true
  const provider = await t.standIn(() => (no ? { status: 400, body: '{}' } : { status: 200, body: '{"id":"x"}' }))
  await t.http(provider.url)
  await sendTo(1, 2, 3, 4, 5)
  const key = await queue(t.world, 'sms', { phone: phoneOf(6), fire: true, run_id: 7 })
  // Its rule goes on at once; that says nothing about the number.
  await reached(t.world, key, 'failed')
  const record = await recordOf(t.world, key)
  expect(record).toMatchObject({ failure_kind: 'notWorking', attempts: 1 })
  no = false
  const copies = t.world.db.updateTable('message_record').set({ due_at: new Date() }).where('copy_of', '=', record.id)
  const copy = await copies.returning('key').executeTakeFirstOrThrow()
  await reached(t.world, copy.key, 'sent')
})

test('a page of maintenance with status 200 is no acceptance', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '<!doctype html><h1>Back soon</h1>' }))
  const { id } = await t.http(provider.url)
  expect(await testProvider(t.siter, { id, to: phoneOf(1) })).toMatchObject({ result: 'failed' })
  const flag = await t.http(provider.url, { refPath: undefined, successPath: 'ok' })
  expect(await testProvider(t.siter, { id: flag.id, to: phoneOf(1) })).toMatchObject({ result: 'failed' })
  await expect(t.http(provider.url, { refPath: undefined })).rejects.toMatchObject({ field: 'successPath' })
})

test.each(['{"code":7,"id":""}', '{"code":7,"id":null}', '{"code":7,"id":[]}', '{"code":7}'])(
  'an answer without an id where one is expected is no acceptance: %s',
  async (body) => {
    const provider = await t.standIn(() => ({ status: 200, body }))
    const { id } = await t.http(provider.url)
    expect(await testProvider(t.siter, { id, to: phoneOf(1) })).toMatchObject({ result: 'failed' })
  },
)

test('an acceptance may begin with a byte order mark', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '\uFEFF{"id":"x7"}' }))
  const { id } = await t.http(provider.url)
  expect(await testProvider(t.siter, { id, to: phoneOf(1) })).toMatchObject({ result: 'accepted', ref: 'x7' })
})

test('an alarm tries a provider that rests if there is no other; everything else waits for the end of the rest', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x1"}' }))
  const { id } = await t.http(provider.url)
  const rest = (until: Date | null) =>
    t.world.db.updateTable('notify_provider').set({ failures: 7, down_until: until }).where('id', '=', id).execute()
  await rest(new Date(Date.now() + 290_000))
  const other = await queue(t.world, 'sms', { priority: 1 })
  await vi.waitFor(
    async () => expect(await recordOf(t.world, other)).toMatchObject({ state: 'queued', failure: 'providerDown' }),
    10_000,
  )
  expect(provider.heard).toHaveLength(0)
  await reached(t.world, await queue(t.world, 'sms', {}), 'sent')
  expect(await shown()).toMatchObject({ state: 'up', failures: 0, downUntil: null })
})

test('a provider that rests is tried for an alarm after another one has failed, but not for each alarm', async () => {
  const broken = await t.standIn(() => ({ status: 503, body: '' }))
  const resting = await t.standIn(() => ({ status: 503, body: '' }))
  await t.http(broken.url)
  const { id } = await t.http(resting.url, { priority: 2 })
  const until = new Date(Date.now() + 290_000)
  await t.world.db.updateTable('notify_provider').set({ failures: 7, down_until: until }).where('id', '=', id).execute()
  const keys = [await queue(t.world, 'sms', {}), await queue(t.world, 'sms', { phone: phoneOf(2) })]
  for (const key of keys) await vi.waitFor(async () => expect((await recordOf(t.world, key)).attempts).toBeGreaterThan(1), 30_000)
  expect(broken.heard.length).toBeGreaterThan(1)
  expect(resting.heard).toHaveLength(1)
  const after = await t.world.db.selectFrom('notify_provider').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  // Its rest is as long as before.
  expect(after).toMatchObject({ failures: 7, down_until: until.toISOString() })
})
