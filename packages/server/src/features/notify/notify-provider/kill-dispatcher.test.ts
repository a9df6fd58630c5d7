import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { runCount } from '../../../testing/runs.ts'
import { queue } from './notify-provider.fixture.ts'
import { startStandIn, type StandIn } from './stand-ins.fixture.ts'

const kills = runCount('KILLS', 20)
const script = join(import.meta.dirname, 'dispatcher-process.testing.ts')
const leaseMarginMs = 300

let world: TestWorld
let provider: StandIn
let child: ChildProcess | undefined

beforeAll(async () => {
  world = await testWorld()
  provider = await startStandIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await world.db
    .insertInto('notify_provider')
    .values({
      company_id: world.companies.siter.id,
      path: world.companies.siter.path,
      channel: 'sms',
      kind: 'httpSms',
      name: 'Stand-in',
      priority: 1,
      settings: JSON.stringify({
        url: provider.url,
        bodyFormat: 'json',
        body: '{"key":"{{key}}","to":"{{phone}}"}',
        allowPrivate: true,
      }),
      token: 'x'.repeat(32),
      rate_per_minute: 60_000,
      timeout_s: 1,
      enabled: true,
    })
    .execute()
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await provider.stop()
  await world.stop()
})

const start = async (): Promise<ChildProcess> => {
  const started = spawn(process.execPath, [script, JSON.stringify(world.connection), String(leaseMarginMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(started.stdout ?? started, 'data')
  return started
}

test(`killed ${kills} times at any moment between claim and outcome: nothing is lost, and each kill repeats a message at most once, with the same key`, async () => {
  const keys: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    child = await start()
    const exited = once(child, 'exit')
    for (let i = 0; i < 6; i++)
      keys.push(await queue(world, 'sms', { fire: true, phone: `138${String(kill).padStart(4, '0')}${1_000 + i}` }))
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 120))
    child.kill('SIGKILL')
    await exited
  }
  child = await start()
  const open = () => world.db.selectFrom('message_record').select('state').where('state', '<>', 'sent').execute()
  await expect.poll(open, { timeout: 30_000, interval: 200 }).toEqual([])
  const sent = provider.heard.map(({ text }) => (JSON.parse(text) as { key: string }).key)
  expect(new Set(sent)).toEqual(new Set(keys))
  const times = new Map<string, number>()
  for (const key of sent) times.set(key, (times.get(key) ?? 0) + 1)
  // A message may be under way in two consecutive kills, but it is never sent more often than the process was killed.
  const most = await world.db.selectFrom('message_record').select(['key', 'attempts']).execute()
  for (const { key, attempts } of most) expect(times.get(key) ?? 0).toBeLessThanOrEqual(attempts)
  const repeated = sent.length - new Set(sent).size
  process.stdout.write(`${keys.length} messages, ${kills} kills, ${repeated} repeated\n`)
  expect(await world.db.selectFrom('message_record').select('key').where('attempts', '>', kills).execute()).toEqual([])
})
