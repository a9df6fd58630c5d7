import { expect, test, vi } from 'vitest'
import { queue, reached, recordOf } from './notify-provider.fixture.ts'
import { channelStates, pageProviders } from './notify-provider.reads.ts'
import { channelsToTry, channelsUp } from './provider-health.ts'
import type { StandIn } from './stand-ins.fixture.ts'
import { testProvider } from './test-provider.ts'
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
