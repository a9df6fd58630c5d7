import { expect, test } from 'vitest'
import { newAlarm, queue, reached, recordOf } from './notify-provider.fixture.ts'
import { setProviderEnabled } from './notify-provider.verbs.ts'
import { isAliyunSigned, type Heard } from './stand-ins.fixture.ts'
import { testProvider } from './test-provider.ts'
import { useProviders } from './use-providers.fixture.ts'

const t = useProviders()

const settings = { kind: 'aliyunVoice', accessKeyId: 'key-id', accessKeySecret: 'key-secret', templateCode: 'TTS_1' } as const

/** A stand-in for Aliyun's voice service: it counts calls, and refuses unsigned requests. */
const startAliyun = () => {
  let calls = 0
  return t.standIn((request) => {
    if (!isAliyunSigned(request, 'key-id', 'key-secret'))
      return { status: 400, body: '{"Code":"SignatureDoesNotMatch","Message":"wrong"}' }
    calls += 1
    return { status: 200, body: JSON.stringify({ Code: 'OK', Message: 'OK', CallId: `${calls}^1001` }) }
  })
}
const asked = ({ path }: Pick<Heard, 'path'> = { path: '/' }) =>
  Object.fromEntries(new URL(path, 'http://aliyun.example.com').searchParams)

/** A provider, and calls about an alarm whose reports the test sends. */
const setUp = async () => {
  const aliyun = await startAliyun()
  const { token, id } = await t.create({ ...settings, endpoint: aliyun.url, publicUrl: t.publicUrl })
  const { projectId, alarmId } = await newAlarm(t.world)
  const call = async (phone: string) => {
    const answerBy = new Date(Date.now() + 60_000)
    const key = await queue(t.world, 'voice', {
      phone,
      alarm_id: alarmId,
      project_id: projectId,
      fire: true,
      answer_by: answerBy,
    })
    const record = await reached(t.world, key, 'sent')
    return { key, record, ref: record.provider_ref ?? '' }
  }
  const report = (rows: unknown) =>
    fetch(`${t.publicUrl}/api/callback/aliyunVoice/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rows),
    })
  return { aliyun, id, alarmId, call, report }
}

test('a call is signed as documented and uses the template with its variables; Aliyun’s id is stored', async () => {
  const { aliyun, id, call } = await setUp()
  const { record } = await call('+86 138-0000-0000')
  expect(record).toMatchObject({ provider_ref: '1^1001', provider_id: id })
  const [heard] = aliyun.heard
  expect(heard?.method).toBe('POST')
  expect(heard?.headers).toMatchObject({ 'x-acs-action': 'SingleCallByTts', 'x-acs-version': '2017-05-25' })
  const { TtsParam, ...others } = asked(heard)
  expect(others).toEqual({ CalledNumber: '13800000000', TtsCode: 'TTS_1', PlayTimes: '2' })
  expect(JSON.parse(TtsParam ?? '')).toMatchObject({ content: 'Smoke in room 305', project: 'Harbour Hotel' })
  await call('13900000000')
  const nonces = new Set(aliyun.heard.map(({ headers }) => headers['x-acs-signature-nonce']))
  expect(nonces.size).toBe(2)
})

test('the caller number and the number of repeats are sent if set', async () => {
  const aliyun = await startAliyun()
  const { id } = await t.create({ ...settings, endpoint: aliyun.url, showNumber: '02100000000', playTimes: 3, enabled: false })
  expect(await testProvider(t.siter, { id, to: '+8613800000000' })).toMatchObject({ result: 'accepted', ref: '1^1001' })
  expect(asked(aliyun.heard[0])).toMatchObject({ CalledShowNumber: '02100000000', PlayTimes: '3' })
})

test.each([
  ['answered', '200000', 'answered', null],
  ['busy', '200002', 'busy', null],
  ['no answer', '200003', 'noAnswer', null],
  ['hung up', '200111', 'refused', null],
  ['no such number', '200005', 'failed', '200005 said'],
] as const)('%s: what becomes of a call is reported, once', async (_what, code, state, failure) => {
  const { alarmId, call, report } = await setUp()
  const { key, ref } = await call('13800000000')
  // In progress: the phone rings.
  await report([{ call_id: ref, status_code: '200101', status_msg: 'rings' }])
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'sent' })
  const row = { call_id: ref, status_code: code, status_msg: 'said', duration: '12' }
  const answer = await report([row])
  expect([answer.status, await answer.json()]).toEqual([200, { code: 0, msg: 'OK' }])
  await report([row])
  expect(await recordOf(t.world, key)).toMatchObject({ state, failure, taken_at: null, answer_by: null })
  const notified = (await t.stepsOf(alarmId)).filter((step) => step.startsWith('notification'))
  expect(notified).toEqual(['notificationSent', state === 'answered' ? 'notificationAnswered' : 'notificationFailed'])
})

test('a pressed 1 takes the alarm over; another key only shows that somebody answered', async () => {
  const { call, report } = await setUp()
  const [first, second] = [await call('13800000000'), await call('13900000000')]
  t.taken.length = 0
  await report([{ call_id: first.ref, status_code: '200000', dtmf: '2' }])
  expect(t.taken).toEqual([])
  await report([{ call_id: second.ref, status_code: '200000', dtmf: '1' }])
  await report([{ call_id: second.ref, status_code: '200000', dtmf: '1' }])
  expect(t.taken).toEqual([second.record.id])
  expect((await recordOf(t.world, second.key)).taken_at).not.toBeNull()
  for (const { key } of [first, second]) expect(await recordOf(t.world, key)).toMatchObject({ state: 'answered' })
})

test('one request may report several calls; one that names none of ours changes nothing, even if another provider has the id', async () => {
  const { id, call, report } = await setUp()
  const [first, second] = [await call('13800000000'), await call('13900000000')]
  await setProviderEnabled(t.siter, { id, enabled: false })
  const other = await setUp()
  const theirs = await other.call('13700000000')
  expect(theirs.ref).toBe(first.ref)
  const answer = await report([
    { call_id: 'nobody^1', status_code: '200000', dtmf: '1' },
    { status_code: '200000', dtmf: '1' },
    { call_id: first.ref, status_code: '200002' },
    { call_id: second.ref, status_code: '200000' },
  ])
  expect(answer.status).toBe(200)
  expect(await recordOf(t.world, first.key)).toMatchObject({ state: 'busy' })
  expect(await recordOf(t.world, second.key)).toMatchObject({ state: 'answered' })
  expect(await recordOf(t.world, theirs.key)).toMatchObject({ state: 'sent' })
})

test('errors: a wrong secret and Aliyun’s own errors are the provider’s, an invalid number is the message’s', async () => {
  const aliyun = await startAliyun()
  const { id } = await t.create({ ...settings, accessKeySecret: 'stolen', endpoint: aliyun.url, enabled: false })
  expect(await testProvider(t.siter, { id, to: '13800000000' })).toMatchObject({
    result: 'failed',
    reason: 'SignatureDoesNotMatch: wrong',
  })
  aliyun.answer = () => ({ status: 200, body: '{"Code":"isv.MOBILE_NUMBER_ILLEGAL","Message":"no number"}' })
  expect(await testProvider(t.siter, { id, to: '13800000000' })).toMatchObject({
    result: 'rejected',
    reason: 'isv.MOBILE_NUMBER_ILLEGAL: no number',
  })
  aliyun.answer = () => ({ status: 502, body: '<html>bad gateway</html>' })
  expect(await testProvider(t.siter, { id, to: '13800000000' })).toMatchObject({
    result: 'failed',
    reason: 'unexpected answer, status 502',
  })
})

test('the second provider calls when Aliyun does not work', async () => {
  const aliyun = await t.standIn(() => ({ status: 503, body: '{"Code":"ServiceUnavailable","Message":"later"}' }))
  const second = await t.standIn(() => ({ status: 200, body: '{"id":"second"}' }))
  await t.create({ ...settings, endpoint: aliyun.url })
  const { id } = await t.http(second.url, { kind: 'httpVoice', priority: 2 })
  expect(await reached(t.world, await queue(t.world, 'voice', { fire: true }), 'sent')).toMatchObject({ provider_id: id })
  expect(aliyun.heard).toHaveLength(1)
})
