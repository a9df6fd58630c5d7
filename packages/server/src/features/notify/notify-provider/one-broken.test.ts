import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { noteProvider } from '../../base/message-record/claim-records.ts'
import { newAlarm, queue, reached, recordOf } from './notify-provider.fixture.ts'
import { channelsUp } from './provider-health.ts'
import { useProviders } from './use-providers.fixture.ts'

/** A locked or broken row does not keep anybody else from being notified, and it is visible. */

const t = useProviders()

test('a locked message whose sender crashed does not delay the others', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  const blocker = new pg.Client(t.world.connection)
  await blocker.connect()
  try {
    const ago = new Date(Date.now() - 60_000)
    const claim = { state: 'sending', attempts: 1, state_at: ago, claimed_until: new Date(Date.now() + 4_000) }
    const key = await queue(t.world, 'sms', claim)
    await blocker.query('begin')
    await blocker.query('select from message_record where key = $1 for update', [key])
    await vi.waitUntil(() => Date.now() > claim.claimed_until.getTime() + 2_500, { timeout: 10_000 })
    await t.http(provider.url)
    await reached(t.world, await queue(t.world, 'sms', { phone: '13900000000', fire: true }), 'sent', 4_000)
    expect(await recordOf(t.world, key)).toMatchObject({ state: 'sending' })
    await blocker.query('rollback')
    await reached(t.world, key, 'sent')
  } finally {
    await blocker.end()
  }
})

test('if one call’s result cannot be stored, those of the others are, and messages are sent', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(provider.url)
  const late = { state: 'sent', sent_at: new Date(), due_at: null }
  const broken = await queue(t.world, 'voice', { ...late, receiver: 'Broken' })
  const others = await Promise.all(['Ada', 'Ben'].map((receiver) => queue(t.world, 'voice', { ...late, receiver })))
  const rule = sql.raw(`receiver <> 'Broken' or state <> 'noAnswer'`)
  await sql`alter table message_record add constraint broken check (${rule}) not valid`.execute(t.world.db)
  try {
    await t.world.db.updateTable('message_record').set({ answer_by: new Date() }).where('state', '=', 'sent').execute()
    for (const key of others) await reached(t.world, key, 'noAnswer', 8_000)
    await reached(t.world, await queue(t.world, 'sms', { fire: true }), 'sent', 4_000)
    expect(await recordOf(t.world, broken)).toMatchObject({ state: 'sent' })
  } finally {
    await sql`alter table message_record drop constraint broken`.execute(t.world.db)
  }
  await reached(t.world, broken, 'noAnswer', 8_000)
})

test('a receipt that cannot be stored is sent again, and those that came with it are stored', async () => {
  const { id, token } = await t.http('http://127.0.0.1:9', { kind: 'httpVoice' })
  const sent = { state: 'sent', sent_at: new Date(), due_at: null, provider_id: id }
  const keys = await Promise.all(['Ada', 'Broken', 'Ben'].map((receiver) => queue(t.world, 'voice', { ...sent, receiver })))
  const rule = sql.raw(`receiver <> 'Broken' or state <> 'busy'`)
  await sql`alter table message_record add constraint broken check (${rule}) not valid`.execute(t.world.db)
  const report = () =>
    fetch(`${t.publicUrl}/api/callback/httpVoice/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(keys.map((key) => ({ key, state: 'busy' }))),
    })
  const states = () => Promise.all(keys.map(async (key) => (await recordOf(t.world, key)).state))
  try {
    expect((await report()).ok).toBe(false)
    expect(await states()).toEqual(['busy', 'sent', 'busy'])
  } finally {
    await sql`alter table message_record drop constraint broken`.execute(t.world.db)
  }
  expect((await report()).ok).toBe(true)
  expect(await states()).toEqual(['busy', 'busy', 'busy'])
})

test('a provider whose secret cannot be opened is reported at once, and its messages wait until it can', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  const { id, secrets } = await t.http(provider.url, { headerName: 'Authorization', headerValue: 'secret' })
  const setSecrets = (box: Buffer | null) =>
    t.world.db
      .updateTable('notify_provider')
      .set((e) => ({ secrets: box, version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  await setSecrets(randomBytes(64))
  // Known before anybody has to be notified.
  await vi.waitFor(async () => expect((await channelsUp(t.world.db, new Date())).sms).toBe('down'), { timeout: 12_000 })
  const key = await queue(t.world, 'sms', { fire: true })
  await vi.waitFor(async () => expect((await recordOf(t.world, key)).failure).not.toBeNull(), { timeout: 8_000 })
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'queued', failure_kind: 'providerDown' })
  await setSecrets(secrets)
  await reached(t.world, key, 'sent', 20_000)
})

test('a provider’s row is locked: what it takes is sent once, and where it fails the next one takes over', async () => {
  const answers = { status: 200 }
  const provider = await t.standIn(() => ({ status: answers.status, body: '{"id":"x"}' }))
  const other = await t.standIn(() => ({ status: 200, body: '{"id":"y"}' }))
  const { id } = await t.http(provider.url)
  await t.http(other.url, { name: 'Other', priority: 2 })
  const blocker = new pg.Client(t.world.connection)
  await blocker.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from notify_provider where id = $1 for update', [id])
    const keys = await Promise.all([1, 2, 3].map((at) => queue(t.world, 'sms', { phone: `1380000000${at}`, fire: true })))
    for (const key of keys) await reached(t.world, key, 'sent', 3_000)
    expect(provider.heard).toHaveLength(3)
    answers.status = 500
    await reached(t.world, await queue(t.world, 'sms', { phone: '13900000000', fire: true }), 'sent', 3_000)
    expect(other.heard).toHaveLength(1)
    expect(await recordOf(t.world, keys[0] ?? '')).toMatchObject({ attempts: 1 })
  } finally {
    await blocker.query('rollback')
    await blocker.end()
  }
})

test('messages that were sent are locked, as while a company changes hands: all others are sent meanwhile, and none of them twice', async () => {
  const blocker = new pg.Client(t.world.connection)
  await blocker.connect()
  const heard: string[] = []
  let last: Promise<unknown> = Promise.resolve()
  const locking = createServer((request, response) => {
    void (async () => {
      const { key } = (await json(request)) as { key: string }
      heard.push(key)
      const lock = `select from message_record where key = $1 and phone like '138%' for update`
      await (last = last.then(() => blocker.query(lock, [key])))
      response.writeHead(200).end('{"id":"x"}')
    })()
  }).listen(0, '127.0.0.1')
  try {
    await blocker.query('begin')
    await t.http(`http://127.0.0.1:${(locking.address() as AddressInfo).port}`, { timeoutS: 2 })
    const keys = await Promise.all(Array.from({ length: 16 }, (_, at) => queue(t.world, 'sms', { phone: `138000000${at + 10}` })))
    await vi.waitFor(() => expect(heard).toHaveLength(16), { timeout: 10_000 })
    await reached(t.world, await queue(t.world, 'sms', { phone: '13900000000', fire: true }), 'sent', 4_000)
    // The lease of all has ended by then.
    for (const key of keys)
      await vi.waitUntil(async () => Date.parse((await recordOf(t.world, key)).claimed_until ?? '') < Date.now(), {
        timeout: 10_000,
      })
    await blocker.query('rollback')
    for (const key of keys) await reached(t.world, key, 'sent', 10_000)
    await reached(t.world, await queue(t.world, 'sms', { phone: '13900000001', fire: true }), 'sent', 4_000)
    expect(heard).toHaveLength(18)
  } finally {
    await blocker.end()
    locking.close()
  }
})

test('a message is locked that is about to be sent: it goes out all the same', async () => {
  const { id, name } = await t.http('http://127.0.0.1:9')
  const claim = { state: 'sending', attempts: 1, state_at: new Date(), claimed_until: new Date(Date.now() + 60_000) }
  const record = await recordOf(t.world, await queue(t.world, 'sms', claim))
  const blocker = new pg.Client(t.world.connection)
  await blocker.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from message_record where id = $1 for update', [record.id])
    const noted = noteProvider(t.world.db, record, { id, name })
    expect(await Promise.race([noted, new Promise((resolve) => setTimeout(resolve, 2_000, 'waits'))])).toBe(true)
    await blocker.query('rollback')
    expect(await noteProvider(t.world.db, record, { id, name })).toBe(true)
    expect(await recordOf(t.world, record.key)).toMatchObject({ provider_id: id })
    expect(await noteProvider(t.world.db, { ...record, attempts: 2 }, { id, name })).toBe(false)
  } finally {
    await blocker.end()
  }
})

test('what follows from a message cannot be stored: the person gets it once', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(provider.url, { timeoutS: 1 })
  const { alarmId } = await newAlarm(t.world)
  const rule = sql.raw(`alarm_id <> ${alarmId} or step <> 'notificationSent'`)
  await sql`alter table alarm_journey add constraint broken check (${rule}) not valid`.execute(t.world.db)
  try {
    const key = await queue(t.world, 'sms', { alarm_id: alarmId, fire: true })
    await vi.waitFor(() => expect(provider.heard).toHaveLength(1), { timeout: 5_000 })
    const leased = Date.now() + 3_000
    await reached(t.world, key, 'sent', 5_000)
    // The next looks after its lease.
    await vi.waitUntil(() => Date.now() > leased + 4_000, { timeout: 10_000 })
    expect(provider.heard).toHaveLength(1)
  } finally {
    await sql`alter table alarm_journey drop constraint broken`.execute(t.world.db)
  }
})
