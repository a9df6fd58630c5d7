import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startMailServer } from '../../../testing/mail-server.ts'
import { queue, reached, recordOf } from './notify-provider.fixture.ts'
import { channelStates } from './notify-provider.reads.ts'
import { testProvider } from './test-provider.ts'
import { useProviders } from './use-providers.fixture.ts'

const t = useProviders()
const hour = 3_600_000

test('calls dated in the future delay nothing: the clock has been set back', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(provider.url, { kind: 'httpVoice' })
  const ahead = new Date(Date.now() + hour)
  for (let n = 0; n < 2; n++) await queue(t.world, 'voice', { state: 'sent', sent_at: ahead, state_at: ahead, due_at: null })
  const call = await reached(t.world, await queue(t.world, 'voice', { fire: true }), 'sent', 5_000)
  expect(call.attempts).toBe(1)
})

test('what a crashing process was sending is sent again by the end of its lease, even if the clock was set back', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await t.http(provider.url)
  const claimedAt = Date.now() + hour
  const claim = { state: 'sending', attempts: 1, state_at: new Date(claimedAt), claimed_until: new Date(claimedAt + 2_000) }
  expect(await reached(t.world, await queue(t.world, 'sms', claim), 'sent', 8_000)).toMatchObject({ attempts: 2 })
  expect(provider.heard).toHaveLength(1)
})

test('a mail server that refuses us as the sender counts as broken; one that refuses the receiver does not', async () => {
  let refusesUs = true
  const refused = Object.assign(new Error('no'), { responseCode: 550 })
  const { port, stop } = await startMailServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) => done(refusesUs ? refused : null),
    onRcptTo: (_address, _session, done) => done(refused),
  })
  const { id } = await t.create({ kind: 'smtp', host: '127.0.0.1', port, security: 'none', mailFrom: 'a@example.com' })
  const failures = async () =>
    (await t.world.db.selectFrom('notify_provider').select('failures').where('id', '=', id).executeTakeFirstOrThrow()).failures
  const key = await queue(t.world, 'mail')
  await expect.poll(async () => (await recordOf(t.world, key)).failure, { timeout: 8_000 }).toMatch(/550/)
  expect((await recordOf(t.world, key)).state).toBe('queued')
  expect(await failures()).toBe(1)
  refusesUs = false
  expect(await reached(t.world, await queue(t.world, 'mail'), 'failed')).toMatchObject({ failure_kind: 'refused' })
  await stop()
})

test('a provider that accepted a message with a huge answer does not get it again', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: 'x'.repeat(200_000) }))
  await t.http(provider.url)
  expect(await reached(t.world, await queue(t.world, 'sms'), 'sent', 5_000)).toMatchObject({ attempts: 1, provider_ref: null })
  expect(provider.heard).toHaveLength(1)
})

test('receipts batched by a provider during a storm are processed together', async () => {
  const aliyun = await t.standIn(() => ({ status: 200, body: '{"Code":"OK","BizId":"b1"}' }))
  const { token } = await t.create({
    kind: 'aliyunSms',
    accessKeyId: 'id',
    accessKeySecret: 'secret',
    signName: 'Fire',
    templateCode: 'SMS_1',
    endpoint: aliyun.url,
    publicUrl: t.publicUrl,
  })
  const key = await queue(t.world, 'sms')
  await reached(t.world, key, 'sent')
  // Verbatim from its documentation.
  const receipt = (outId: string) => ({
    phone_number: '13800000000',
    send_time: '2026-01-01 00:00:00',
    report_time: '2026-01-01 00:00:00',
    success: true,
    err_code: 'DELIVERED',
    err_msg: '用户接收成功',
    sms_size: '1',
    biz_id: '123456789012345678^0',
    out_id: outId,
  })
  const others = Array.from({ length: 499 }, () => receipt(randomUUID()))
  const answer = await fetch(`${t.publicUrl}/api/callback/aliyunSms/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([...others, receipt(key)]),
  })
  expect(answer.status).toBe(200)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'delivered' })
})

test('a channel works once something was sent over it, not because a provider was added', async () => {
  const answers = [{ status: 401, body: 'wrong' }]
  const provider = await t.standIn(() => answers.shift() ?? { status: 200, body: '{"id":"x"}' })
  const stateOf = async () => (await channelStates(t.siter)).find(({ channel }) => channel === 'sms')?.state
  expect(await stateOf()).toBe('none')
  const { id } = await t.http(provider.url)
  expect(await stateOf()).toBe('unproven')
  expect(await testProvider(t.siter, { id, to: '13800000000' })).toMatchObject({ result: 'failed' })
  expect(await stateOf()).toBe('unproven')
  expect(await testProvider(t.siter, { id, to: '13800000000' })).toMatchObject({ result: 'accepted' })
  expect(await stateOf()).toBe('up')
})
