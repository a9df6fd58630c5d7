import { expect, test, vi } from 'vitest'
import { newAlarm, queue, reached, recordOf } from './notify-provider.fixture.ts'
import { noteFailure } from './provider.store.ts'
import { setProviderEnabled } from './notify-provider.verbs.ts'
import { useProviders } from './use-providers.fixture.ts'

const t = useProviders()

test('one provider hangs and one answers 500: alarms go over the third within the time limits, while a crowd waits in its own lane', async () => {
  const hanging = await t.standIn(() => 'hang')
  const broken = await t.standIn(() => ({ status: 500, body: 'no' }))
  const good = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  const [first, second] = [await t.http(hanging.url), await t.http(broken.url, { priority: 2 })]
  await t.http(good.url, { priority: 3 })
  for (let i = 0; i < 60; i++)
    await queue(t.world, 'sms', { priority: 2, cause: 'task', event: null, phone: `1390000${1_000 + i}` })
  const began = performance.now()
  const keys = await Promise.all(
    Array.from({ length: 5 }, (_, at) => queue(t.world, 'sms', { fire: true, phone: `1380000${1_000 + at}` })),
  )
  for (const key of keys) await reached(t.world, key, 'sent')
  expect(performance.now() - began).toBeLessThan(4_500)
  const rows = await t.world.db.selectFrom('notify_provider').select(['id', 'failures', 'down_until']).execute()
  for (const { id } of [first, second]) {
    const row = rows.find((each) => each.id === id)
    expect(row?.failures).toBeGreaterThanOrEqual(3)
    expect(row?.down_until).not.toBeNull()
  }
  // They rest, so the next alarm loses no time with them.
  const later = performance.now()
  await reached(t.world, await queue(t.world, 'sms', { fire: true, phone: '13812345678' }), 'sent')
  expect(performance.now() - later).toBeLessThan(1_500)
  await vi.waitFor(
    async () => {
      const open = await t.world.db.selectFrom('message_record').select('id').where('state', '<>', 'sent').execute()
      expect(open).toEqual([])
    },
    { timeout: 20_000 },
  )
  const sent = good.heard.map(({ text }) => (JSON.parse(text) as { key: string }).key)
  expect(new Set(sent).size).toBe(66)
  expect(sent).toHaveLength(66)
})

test('no provider works: the message fails after its tries; without any provider it fails at once', async () => {
  const key = await queue(t.world, 'sms')
  expect(await reached(t.world, key, 'failed', 5_000)).toMatchObject({ failure: 'noProvider', attempts: 1 })
  const broken = await t.standIn(() => ({ status: 503, body: 'busy' }))
  await t.http(broken.url)
  const other = await queue(t.world, 'sms')
  await reached(t.world, other, 'queued')
  await vi.waitFor(async () => expect((await recordOf(t.world, other)).attempts).toBeGreaterThan(0))
  broken.answer = () => ({ status: 200, body: '{"id":"back"}' })
  await reached(t.world, other, 'sent')
})

test('a short problem with many messages under way causes a short rest, and a clock that was set back delays nothing', async () => {
  const { id } = await t.http('http://127.0.0.1:9', { enabled: false })
  const at = new Date()
  await Promise.all(Array.from({ length: 16 }, () => noteFailure(t.world.db, id, 'reset', at)))
  const row = await t.world.db.selectFrom('notify_provider').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ failures: 3, last_failure: 'reset' })
  expect(Date.parse(row.down_until ?? '')).toBe(at.getTime() + 10_000)
  // If it still does not work after the rest, it rests for longer.
  const later = new Date(at.getTime() + 10_001)
  expect(await noteFailure(t.world.db, id, 'reset', later)).toEqual({
    failures: 4,
    downUntil: new Date(later.getTime() + 20_000),
  })
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(provider.url)
  await reached(t.world, await queue(t.world, 'sms', { due_at: new Date(Date.now() + 3_600_000) }), 'sent')
})

test('a storm at one project is one message per person, which says how many; fires are sent individually', async () => {
  const { projectId } = await newAlarm(t.world)
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  const { id } = await t.http(provider.url)
  await setProviderEnabled(t.siter, { id, enabled: false })
  const later = { due_at: new Date(Date.now() + 60_000), project_id: projectId }
  const warnings = await Promise.all(
    [1, 2, 3, 4].map((n) => queue(t.world, 'sms', { ...later, priority: 1, content: `Warning ${n}` })),
  )
  const fires = await Promise.all([1, 2].map((n) => queue(t.world, 'sms', { ...later, content: `Fire ${n}`, fire: true })))
  const stranger = await queue(t.world, 'sms', { ...later, priority: 1, phone: '13900000000', content: 'Warning' })
  await setProviderEnabled(t.siter, { id, enabled: true })
  await t.world.db.updateTable('message_record').set({ due_at: new Date() }).execute()
  for (const key of [...fires, stranger]) await reached(t.world, key, 'sent')
  const states = await Promise.all(warnings.map(async (key) => (await recordOf(t.world, key)).state))
  await vi.waitFor(async () => {
    const rows = await Promise.all(warnings.map((key) => recordOf(t.world, key)))
    expect(rows.map(({ state }) => state).sort()).toEqual(['folded', 'folded', 'folded', 'sent'])
    const head = rows.find(({ state }) => state === 'sent')
    expect(rows.filter(({ folded_into }) => folded_into === head?.id)).toHaveLength(3)
    expect(head?.content).toMatch(/^4 at the same project, the first: Warning \d$/)
  }, 30_000)
  expect(states).not.toContain('failed')
  expect(provider.heard).toHaveLength(4)
})

test('calls per minute to one number are limited; the next call says how many wait, and no fire is left out', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(provider.url, { kind: 'httpVoice', enabled: true })
  const keys: string[] = []
  // Not further in the future: they would be taken for messages from before the clock was set back, and sent one by one.
  for (const n of [1, 2, 3, 4])
    keys.push(await queue(t.world, 'voice', { fire: true, content: `Fire ${n}.`, due_at: new Date(Date.now() + 60_000) }))
  await t.world.db.updateTable('message_record').set({ due_at: new Date() }).execute()
  await vi.waitFor(async () => {
    const rows = await Promise.all(keys.map((key) => recordOf(t.world, key)))
    expect(rows.map(({ state }) => state).sort()).toEqual(['queued', 'queued', 'sent', 'sent'])
  }, 30_000)
  expect(provider.heard.map(({ text }) => (JSON.parse(text) as { text: string }).text)).toEqual([
    expect.stringMatching(/Fire \d\. Waiting for you: 2 more/),
    expect.stringMatching(/Fire \d\. Waiting for you: 2 more/),
  ])
  await t.world.db
    .updateTable('message_record')
    .set({ sent_at: new Date(Date.now() - 61_000) })
    .where('state', '=', 'sent')
    .execute()
  await t.world.db.updateTable('message_record').set({ due_at: new Date() }).where('state', '=', 'queued').execute()
  for (const key of keys) await reached(t.world, key, 'sent', 5_000)
})

test('a call without an answer within its time counts as not answered', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(provider.url, { kind: 'httpVoice' })
  const key = await queue(t.world, 'voice', { answer_by: new Date(Date.now() + 1_500) })
  await reached(t.world, key, 'sent')
  expect(await reached(t.world, key, 'noAnswer', 6_000)).toMatchObject({ attempts: 1 })
})
