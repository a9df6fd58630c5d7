import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { queue, reached, recordOf } from './notify-provider.fixture.ts'
import { channelsUp } from './provider-health.ts'
import { useProviders } from './use-providers.fixture.ts'

/** A locked or broken row does not keep anybody else from being notified, and it is visible. */

const t = useProviders()

test('a locked message whose sender died does not delay the others', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  const somebody = new pg.Client(t.world.connection)
  await somebody.connect()
  try {
    const ago = new Date(Date.now() - 60_000)
    const claim = { state: 'sending', attempts: 1, state_at: ago, claimed_until: new Date(Date.now() + 4_000) }
    const key = await queue(t.world, 'sms', claim)
    await somebody.query('begin')
    await somebody.query('select from message_record where key = $1 for update', [key])
    await vi.waitUntil(() => Date.now() > claim.claimed_until.getTime() + 2_500, { timeout: 10_000 })
    await t.http(provider.url)
    await reached(t.world, await queue(t.world, 'sms', { phone: '13900000000', fire: true }), 'sent', 4_000)
    expect(await recordOf(t.world, key)).toMatchObject({ state: 'sending' })
    await somebody.query('rollback')
    await reached(t.world, key, 'sent')
  } finally {
    await somebody.end()
  }
}, 40_000)

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
}, 40_000)

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
}, 60_000)
