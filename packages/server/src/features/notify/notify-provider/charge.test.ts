import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { resendRecord } from '../../base/message-record/resend-record.ts'
import { requeueFailed } from '../../base/message-record/task-records.ts'
import { pageProviders } from './notify-provider.reads.ts'
import { queue, reached } from './notify-provider.fixture.ts'
import { testProvider } from './test-provider.ts'
import { updateProvider } from './notify-provider.verbs.ts'
import { useProviders } from './use-providers.fixture.ts'

const t = useProviders()

const taken = { status: 200, body: '{"id":"r-1"}' }
/** Without a path of the id, which would be the same for all. */
const proof = { successPath: 'id', successValue: 'r-1' }

test('a message costs the price of its provider for each segment', async () => {
  await t.http((await t.standIn(() => taken)).url, { unitPrice: 0.045, currency: 'CNY', refPath: undefined, ...proof })
  const short = await reached(t.world, await queue(t.world, 'sms'), 'sent')
  expect(short).toMatchObject({ segments: 1, cost: 0.045, currency: 'CNY' })
  // 71 characters outside GSM-7 are two messages.
  const long = await reached(t.world, await queue(t.world, 'sms', { content: '火'.repeat(71) }), 'sent')
  expect(long).toMatchObject({ segments: 2, cost: 0.09 })
})

test('a message sent again through a provider with another currency keeps both costs separate', async () => {
  const standIn = await t.standIn(() => taken)
  const first = await t.http(standIn.url, { unitPrice: 0.5, currency: 'CNY', refPath: undefined, ...proof })
  const sent = await reached(t.world, await queue(t.world, 'sms'), 'sent')
  await t.world.db.updateTable('message_record').set({ state: 'failed' }).where('id', '=', sent.id).execute()
  await t.world.db.deleteFrom('notify_provider').where('id', '=', first.id).execute()
  const second = await t.http(standIn.url, { name: 'Abroad', unitPrice: 0.03, currency: 'USD', refPath: undefined, ...proof })
  const { id } = await resendRecord(t.siter, { id: sent.id })
  const rows = () => t.world.db.selectFrom('message_record').selectAll().where('id', 'in', [sent.id, id]).orderBy('id').execute()
  await expect.poll(rows, { timeout: 5_000 }).toMatchObject([
    { cost: 0.5, currency: 'CNY' },
    { state: 'sent', provider_id: second.id, cost: 0.03, currency: 'USD' },
  ])
})

/** Sends a failed message again, as its task does. */
const tryAgain = async (id: number) => {
  await t.world.db.updateTable('message_record').set({ state: 'failed' }).where('id', '=', id).execute()
  await requeueFailed(t.world.db, [id], t.world.clock.now())
  const { key } = await t.world.db.selectFrom('message_record').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  return reached(t.world, key, 'sent')
}

test('a task’s message is charged again when it is retried, in each provider’s currency', async () => {
  const standIn = await t.standIn(() => taken)
  const provider = (unitPrice?: number, currency?: string) =>
    t.http(standIn.url, { name: randomUUID(), unitPrice, currency, refPath: undefined, ...proof } as never)
  const taskId = 1
  const first = await provider(0.5, 'CNY')
  const { id } = await reached(t.world, await queue(t.world, 'sms', { task_id: taskId }), 'sent')
  expect(await tryAgain(id)).toMatchObject({ id, claimed_until: null, cost: 1, currency: 'CNY' })
  await t.world.db.deleteFrom('notify_provider').where('id', '=', first.id).execute()
  const free = await provider()
  expect(await tryAgain(id)).toMatchObject({ cost: 1, currency: 'CNY' })
  await t.world.db.deleteFrom('notify_provider').where('id', '=', free.id).execute()
  await provider(0.03, 'USD')
  expect(await tryAgain(id)).toMatchObject({ cost: 0.03, currency: 'USD' })
  // The sum that the task reports.
  const noted = await t.world.db.selectFrom('message_task_change').selectAll().where('task_id', '=', taskId).execute()
  const sumOf = (currency: string) =>
    noted.filter((each) => each.currency === currency).reduce((sum, { cost }) => sum + (cost ?? 0), 0)
  expect([sumOf('CNY'), sumOf('USD')]).toEqual([1, 0.03])
})

test('a message that nobody accepted costs nothing, and without a price there is no cost', async () => {
  const standIn = await t.standIn(() => ({ status: 400, body: '{}' }))
  const provider = await t.http(standIn.url, { unitPrice: 1, currency: 'CNY' })
  const failed = await reached(t.world, await queue(t.world, 'sms', { priority: 2 }), 'failed')
  expect(failed).toMatchObject({ segments: null, cost: null, currency: null })
  await t.world.db.deleteFrom('notify_provider').where('id', '=', provider.id).execute()
  standIn.answer = () => taken
  await t.http(standIn.url)
  expect(await reached(t.world, await queue(t.world, 'sms'), 'sent')).toMatchObject({ segments: 1, cost: null, currency: null })
})

test('a price has a currency, and its change is in the audit log', async () => {
  const { url } = await t.standIn(() => taken)
  await expect(t.http(url, { unitPrice: 0.05 })).rejects.toMatchObject({ reason: 'invalidInput', field: 'currency' })
  const { id, version, settings } = await t.http(url, { unitPrice: 0.05, currency: 'CNY' })
  await updateProvider(t.siter, { id, version, ...t.general, ...settings, unitPrice: 0.06 })
  expect((await t.audits(id)).at(-1)).toMatchObject({
    action: 'notifyProvider.update',
    changes: { unitPrice: [0.05, 0.06] },
  })
})

test('providers are found by their state', async () => {
  const { url } = await t.standIn(() => taken)
  const { id } = await t.http(url, { name: 'New' })
  const off = await t.http(url, { name: 'Off', enabled: false })
  const idsIn = async (state: 'untried' | 'off' | 'up') => (await pageProviders(t.siter, { state })).list.map((row) => row.id)
  expect([await idsIn('untried'), await idsIn('off'), await idsIn('up')]).toEqual([[id], [off.id], []])
  await testProvider(t.siter, { id, to: '13800000009' })
  expect([await idsIn('untried'), await idsIn('up')]).toEqual([[], [id]])
})
