import { providerSecretNames, type endpoints, type InputOf } from '@emberwatch/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import smpp, { type Pdu, type Session } from 'smpp'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { masked } from '../../platform/api-log.ts'
import { systemClock, type Ctx } from '../../platform/context.ts'
import { registerBodyParsers } from '../../platform/http/body-parsers.ts'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { registerPush } from '../push/register-push.ts'
import { unregisterPush } from '../push/unregister-push.ts'
import { registerCallbacks } from './callback.http.ts'
import { createProvider } from './create-provider.ts'
import { deleteProvider } from './delete-provider.ts'
import { log, newAlarm, queue, reached, recordOf, startDispatcher } from './notify-provider.fixture.ts'
import { channelStates, pageProviders } from './notify-provider.reads.ts'
import { readBalance } from './read-balance.ts'
import { noteFailure } from './provider.store.ts'
import { setProviderEnabled } from './set-provider-enabled.ts'
import { isAliyunSigned, pushBrowser, startStandIn, twilioSignature, type StandIn } from './stand-ins.fixture.ts'
import { testProvider } from './test-provider.ts'
import { updateProvider } from './update-provider.ts'

type Create = InputOf<typeof endpoints.notifyProvider.create>

let world: TestWorld
let siter: Ctx
let dispatcher: { stop(): Promise<void> }
let callbacks: FastifyInstance
let publicUrl: string
const taken: number[] = []
const standIns: StandIn[] = []

beforeAll(async () => {
  world = await testWorld()
  siter = { ...(await world.ctxOf(world.accounts.siterAdmin)), clock: systemClock }
  const takeByPhone = async (_ctx: Ctx, id: number): Promise<void> => void taken.push(id)
  dispatcher = await startDispatcher(world, takeByPhone)
  callbacks = Fastify()
  registerBodyParsers(callbacks)
  callbacks.setErrorHandler((_error, _request, reply) => void reply.status(404).send())
  registerCallbacks(callbacks, { ctx: { ...world.systemCtx, clock: systemClock }, takeByPhone, log })
  publicUrl = await callbacks.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await dispatcher.stop()
  await callbacks.close()
  await world.stop()
})
afterEach(async () => {
  await world.db.deleteFrom('notify_provider').execute()
  await world.db.deleteFrom('message_record').execute()
  for (const each of standIns.splice(0)) await each.stop()
})

const standIn = async (answer: StandIn['answer']): Promise<StandIn> => {
  const started = await startStandIn(answer)
  standIns.push(started)
  return started
}
const general = { name: 'Provider', priority: 1, ratePerMinute: 6_000, timeoutS: 2, enabled: true, allowPrivate: true }
const create = async (input: Partial<Create> & Pick<Create, 'kind'>) => {
  const { id } = await createProvider(siter, { ...general, ...input })
  return world.db.selectFrom('notify_provider').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
const http = (url: string, more: object = {}) =>
  create({
    kind: 'httpSms',
    url,
    bodyFormat: 'json',
    body: '{"to":"{{phone}}","text":"{{content}}","key":"{{key}}"}',
    refPath: 'id',
    publicUrl,
    ...more,
  })
const stepsOf = async (alarmId: number) =>
  (await world.db.selectFrom('alarm_journey').select('step').where('alarm_id', '=', alarmId).orderBy('at').execute()).map(
    ({ step }) => step,
  )
const audits = (id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes'])
    .where('object_kind', '=', 'notify_provider')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()

test('a provider is made, edited, switched and deleted; its secrets are never shown, and a secret left out stays', async () => {
  const { id, secrets } = await create({
    kind: 'twilioSms',
    accountSid: `AC${'0'.repeat(32)}`,
    fromNumber: '+15550100',
    authToken: 'open-sesame',
    endpoint: 'https://api.twilio.com',
  })
  expect(secrets?.includes('open-sesame')).toBe(false)
  const [row] = (await pageProviders(siter, {})).list
  expect(row).toMatchObject({ id, channel: 'sms', secretNames: ['authToken'], state: 'untried', receiptUrl: null })
  expect(JSON.stringify(row)).not.toContain('sesame')
  const { kind: _, ...fields } = {
    ...general,
    kind: '',
    accountSid: `AC${'0'.repeat(32)}`,
    fromNumber: '+15550101',
    endpoint: 'https://api.twilio.com',
  }
  await updateProvider(siter, { id, version: 1, ...fields })
  await expect(updateProvider(siter, { id, version: 1, ...fields })).rejects.toMatchObject({ reason: 'staleVersion' })
  await setProviderEnabled(siter, { id, enabled: false })
  expect((await pageProviders(siter, {})).list[0]).toMatchObject({ secretNames: ['authToken'], state: 'off' })
  expect(await channelStates(siter)).toContainEqual({ channel: 'sms', state: 'none' })
  await deleteProvider(siter, { id })
  const written = await audits(id)
  expect(written.map(({ action }) => action)).toEqual(
    ['create', 'update', 'forbidden', 'del'].map((verb) => `notifyProvider.${verb}`),
  )
  expect(written[1]?.changes).toEqual({ fromNumber: ['+15550100', '+15550101'] })
  expect(JSON.stringify(written)).not.toContain('sesame')
  const north = await world.ctxOf(world.accounts.northAdmin)
  expect((await pageProviders(north, {})).total).toBe(0)
})

test('no secret of a provider or of a browser stands in the log of calls', () => {
  for (const field of [...providerSecretNames, 'auth']) expect(masked({ [field]: 'open-sesame' })).toEqual({ [field]: '***' })
})

test.each([
  ['a missing required setting', { kind: 'smtp', host: 'mail.example.com', port: 25, security: 'starttls' }, 'mailFrom'],
  [
    'a missing secret',
    { kind: 'aliyunSms', accessKeyId: 'k', signName: 's', templateCode: 't', endpoint: 'https://a.example.com' },
    'accessKeySecret',
  ],
  [
    'half of DKIM',
    { kind: 'smtp', host: 'm', port: 25, security: 'tls', mailFrom: 'a@example.com', dkimDomain: 'example.com' },
    'dkimSelector',
  ],
  ['a broken template', { kind: 'httpSms', url: 'https://a.example.com', bodyFormat: 'json', body: '{"to":{{phone}' }, 'body'],
  [
    'an unknown variable',
    { kind: 'httpSms', url: 'https://a.example.com', bodyFormat: 'form', body: 'to={{phone}}&x={{who}}' },
    'body',
  ],
  [
    'a template without the number',
    { kind: 'httpSms', url: 'https://a.example.com', bodyFormat: 'form', body: 'x={{content}}' },
    'body',
  ],
  [
    'a password in an address',
    { kind: 'httpSms', url: 'https://u:p@a.example.com', bodyFormat: 'form', body: 'x={{phone}}' },
    'url',
  ],
  [
    'states nobody knows',
    { kind: 'httpSms', url: 'https://a.example.com', bodyFormat: 'form', body: 'x={{phone}}', receiptStates: 'OK=fine' },
    'receiptStates',
  ],
] as const)('%s is refused at its field', async (_what, input, field) => {
  await expect(create(input as never)).rejects.toMatchObject({ field })
})

test('mail goes out over a real server, signed in; wrong credentials are told by the test', async () => {
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'watch' && password === 'right'
        ? done(null, { user: 'watch' })
        : done(new Error('Invalid user name or password')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody') ? done(Object.assign(new Error('No such user'), { responseCode: 550 })) : done(),
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString('utf8')))
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const settings = {
    host: '127.0.0.1',
    port,
    security: 'none',
    user: 'watch',
    mailFrom: 'Fire watch <watch@example.com>',
  } as const
  const wrong = await create({ kind: 'smtp', ...settings, password: 'wrong', enabled: false })
  const told = await testProvider(siter, { id: wrong.id, to: 'guard@example.com' })
  expect(told).toMatchObject({ result: 'failed', reason: expect.stringMatching(/Invalid/) })
  await expect(testProvider(siter, { id: wrong.id, to: 'no address' })).rejects.toMatchObject({ field: 'to' })
  const { id } = await create({ kind: 'smtp', ...settings, password: 'right' })
  expect(await testProvider(siter, { id, to: 'guard@example.com' })).toMatchObject({ result: 'accepted' })
  const sent = await reached(world, await queue(world, 'mail'), 'sent')
  expect(mails[1]).toContain('Smoke in room 305')
  expect(mails[1]).toContain(`Message-ID: <${sent.key}@example.com>`)
  expect(await reached(world, await queue(world, 'mail', { email: 'nobody@example.com' }), 'failed')).toMatchObject({
    failure: expect.stringMatching(/No such user/),
    attempts: 1,
  })
  const tests = await world.db.selectFrom('message_record').select('state').where('cause', '=', 'test').orderBy('id').execute()
  expect(tests.map(({ state }) => state)).toEqual(['failed', 'sent'])
  expect((await audits(id)).at(-1)?.action).toBe('notifyProvider.test')
  await new Promise<void>((resolve) => {
    server.close(resolve)
  })
}, 30_000)

test('SMS over Aliyun are signed as published, and receipts by our key reach the journey of the alarm once', async () => {
  const { projectId, alarmId } = await newAlarm(world)
  const centre = await standIn((request) =>
    isAliyunSigned(request, 'key-id', 'key-secret')
      ? { status: 200, body: '{"Code":"OK","Message":"OK","BizId":"9006^0"}' }
      : { status: 400, body: '{"Code":"SignatureDoesNotMatch","Message":"wrong"}' },
  )
  const settings = { accessKeyId: 'key-id', signName: '消防 (一)', templateCode: 'SMS_1', endpoint: centre.url, publicUrl }
  const { token, id } = await create({ kind: 'aliyunSms', ...settings, accessKeySecret: 'key-secret' })
  const key = await queue(world, 'sms', {
    phone: '+8613800000000',
    alarm_id: alarmId,
    project_id: projectId,
    content: "it's *here*, 3 层",
  })
  expect(await reached(world, key, 'sent')).toMatchObject({ provider_ref: '9006^0', provider_id: id })
  const query = new URL(centre.heard[0]?.path ?? '', centre.url).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    PhoneNumbers: '13800000000',
    SignName: '消防 (一)',
    TemplateCode: 'SMS_1',
    OutId: key,
  })
  const report = (success: boolean, ref = key) =>
    fetch(`${publicUrl}/api/callback/aliyunSms/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ out_id: ref, biz_id: '9006^0', success, err_code: 'E', err_msg: 'unreachable' }]),
    })
  expect(await (await report(true)).json()).toEqual({ code: 0, msg: 'OK' })
  await report(true)
  await report(false)
  expect(await recordOf(world, key)).toMatchObject({ state: 'delivered', failure: null })
  expect((await report(true, '11111111-1111-4111-8111-111111111111')).status).toBe(200)
  expect((await fetch(`${publicUrl}/api/callback/aliyunSms/${'x'.repeat(32)}`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${publicUrl}/api/callback/aliyunVoice/${token}`, { method: 'POST' })).status).toBe(404)
  expect((await stepsOf(alarmId)).filter((step) => step.startsWith('notification'))).toEqual([
    'notificationSent',
    'notificationDelivered',
  ])
  const { id: other } = await create({ kind: 'aliyunSms', ...settings, accessKeySecret: 'stolen' })
  expect(await testProvider(siter, { id: other, to: '13800000000' })).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/SignatureDoesNotMatch/),
  })
})

test('calls over Twilio speak the text; only signed receipts count, and a pressed 1 takes the alarm over', async () => {
  const { projectId, alarmId } = await newAlarm(world)
  const account = `AC${'a'.repeat(32)}`
  const twilio = await standIn(({ headers, path, method }) => {
    if (headers.authorization !== `Basic ${Buffer.from(`${account}:auth-token`).toString('base64')}`)
      return { status: 401, body: '{"code":20003}' }
    if (method === 'GET' && path.endsWith('/Balance.json')) return { status: 200, body: '{"balance":"12.5","currency":"USD"}' }
    return { status: 201, body: '{"sid":"CA1"}' }
  })
  const settings = { accountSid: account, fromNumber: '+15550100', endpoint: twilio.url, publicUrl }
  const { token, id } = await create({ kind: 'twilioVoice', ...settings, authToken: 'auth-token' })
  expect(await readBalance(siter, { id })).toEqual({ amount: 12.5, currency: 'USD' })
  const key = await queue(world, 'voice', {
    phone: '+1 555-0199',
    alarm_id: alarmId,
    project_id: projectId,
    content: 'Smoke & <fire>',
    fire: true,
  })
  const record = await reached(world, key, 'sent')
  const form = new URLSearchParams(twilio.heard.find(({ method }) => method === 'POST')?.text)
  expect(form.get('To')).toBe('+15550199')
  expect(form.get('Twiml')).toContain('Smoke &amp; &lt;fire&gt;')
  expect(form.getAll('StatusCallbackEvent')).toEqual(['answered', 'completed'])
  const address = form.get('StatusCallback') ?? ''
  expect(address).toBe(`${publicUrl}/api/callback/twilioVoice/${token}?key=${key}`)
  const post = (url: string, fields: Record<string, string>, secret: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'x-twilio-signature': twilioSignature(url, fields, secret),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields),
    })
  const gather = `${address}&language=en`
  expect((await post(gather, { CallSid: 'CA1', Digits: '1' }, 'guessed')).status).toBe(404)
  expect(await recordOf(world, key)).toMatchObject({ state: 'sent' })
  expect(await (await post(gather, { CallSid: 'CA1', Digits: '1' }, 'auth-token')).text()).toContain('You have taken it over.')
  await post(address, { CallSid: 'CA1', CallStatus: 'no-answer' }, 'auth-token')
  expect(await recordOf(world, key)).toMatchObject({ state: 'answered' })
  expect(taken).toEqual([record.id])
  expect((await stepsOf(alarmId)).filter((step) => step.startsWith('notification'))).toEqual([
    'notificationSent',
    'notificationAnswered',
  ])
})

test('SMPP: long texts in parts, in GSM-7 and UCS-2, with the receipt in-band', async () => {
  const submitted: Pdu[] = []
  const centre = smpp.createServer((session: Session) => {
    session.on('bind_transceiver', (pdu: Pdu) =>
      session.send(pdu.response({ command_status: pdu.password === 'right' ? 0 : 0x0e })),
    )
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
    session.on('unbind', (pdu: Pdu) => session.send(pdu.response()))
    session.on('error', () => undefined)
    session.on('submit_sm', (pdu: Pdu) => {
      submitted.push(pdu)
      const id = `m${submitted.length}`
      session.send(pdu.response({ message_id: id }))
      if (pdu.registered_delivery === 1)
        session.deliver_sm({
          esm_class: 4,
          short_message: `id:${id} sub:001 dlvrd:001 submit date:2611200800 done date:2611200800 stat:DELIVRD err:000 text:`,
        })
    })
  })
  await new Promise<void>((resolve) => void centre.listen(0, '127.0.0.1', resolve))
  const { port } = centre.address() as AddressInfo
  const settings = { host: '127.0.0.1', port, security: 'none', systemId: 'us', fromNumber: 'FIRE' } as const
  const wrong = await create({ kind: 'smpp', ...settings, password: 'bad', enabled: false })
  expect(await testProvider(siter, { id: wrong.id, to: '13800000000' })).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/0xe/),
  })
  await create({ kind: 'smpp', ...settings, password: 'right' })
  const long = 'Smoke in room 305. '.repeat(10)
  expect(await reached(world, await queue(world, 'sms', { content: long }), 'delivered')).toMatchObject({ segments: 2 })
  const text = (pdu: Pdu | undefined): string => String(pdu?.short_message?.message ?? '')
  expect(submitted.map(({ data_coding }) => data_coding)).toEqual([0, 0])
  expect(text(submitted[0]) + text(submitted[1])).toBe(long)
  const wide = '三层三〇五室烟雾报警，请立即核实。'.repeat(5)
  expect(await reached(world, await queue(world, 'sms', { content: wide }), 'delivered')).toMatchObject({ segments: 2 })
  expect(submitted.slice(2).map(({ data_coding }) => data_coding)).toEqual([8, 8])
  expect(text(submitted[2]) + text(submitted[3])).toBe(wide)
  centre.close()
  for (const session of centre.sessions) session.destroy()
}, 30_000)

test('a push message is encrypted for the browser and signed with our key; one that is gone is forgotten', async () => {
  const browser = pushBrowser()
  let status = 201
  const service = await standIn(() => ({ status, body: '' }))
  const { public_key: publicKey, id } = await create({ kind: 'webPush', subject: 'mailto:watch@example.com' })
  const { siterAdmin } = world.accounts
  await expect(testProvider(siter, { id })).rejects.toMatchObject({ reason: 'precondition' })
  await registerPush(siter, { endpoint: `${service.url}/push/1`, p256dh: browser.p256dh, auth: browser.auth })
  const key = await queue(world, 'app', { account_id: siterAdmin.id })
  await reached(world, key, 'sent')
  const [heard] = service.heard
  expect(heard?.headers['content-encoding']).toBe('aes128gcm')
  expect(JSON.parse(browser.decrypt(heard?.raw ?? Buffer.alloc(0)))).toEqual({
    title: 'Fire at Harbour Hotel',
    body: 'Smoke in room 305',
    key,
  })
  expect(browser.isFrom(heard?.headers.authorization ?? '', publicKey ?? '', service.url)).toBe(true)
  // Whoever has only read the address somewhere cannot take it from the browser.
  const thief = { endpoint: `${service.url}/push/1`, p256dh: browser.p256dh, auth: 'A'.repeat(22) }
  await expect(registerPush(await world.ctxOf(world.accounts.northAdmin), thief)).rejects.toMatchObject({ field: 'endpoint' })
  // A push service that one browser has named says nothing about the others: the provider goes on.
  status = 503
  for (let n = 0; n < 4; n += 1) {
    const failing = await queue(world, 'app', { account_id: siterAdmin.id })
    await vi.waitFor(async () => {
      const of = world.db.selectFrom('message_record').select('failure').where('key', '=', failing)
      expect((await of.executeTakeFirstOrThrow()).failure).toContain('503')
    })
  }
  const health = world.db.selectFrom('notify_provider').select(['failures', 'down_until']).where('id', '=', id)
  expect(await health.executeTakeFirstOrThrow()).toEqual({ failures: 0, down_until: null })
  status = 410
  await reached(world, await queue(world, 'app', { account_id: siterAdmin.id }), 'failed')
  await vi.waitFor(async () => expect(await world.db.selectFrom('push_subscription').select('id').execute()).toEqual([]))
  await registerPush(siter, { endpoint: `${service.url}/push/2`, p256dh: browser.p256dh, auth: browser.auth })
  await unregisterPush(siter, { endpoint: `${service.url}/push/2` })
  expect(await world.db.selectFrom('push_subscription').select('id').execute()).toEqual([])
  await setProviderEnabled(siter, { id, enabled: false })
  await expect(
    registerPush(siter, { endpoint: 'https://127.0.0.1/x', p256dh: browser.p256dh, auth: browser.auth }),
  ).rejects.toMatchObject({ field: 'endpoint' })
})

test('HTTP: values cannot break out of the template, and private addresses are refused unless they were allowed', async () => {
  const provider = await standIn(() => ({ status: 200, body: '{"id":7}' }))
  const { token } = await http(provider.url, { receiptStates: 'ARRIVED=delivered' })
  const key = await queue(world, 'sms', { content: '","admin":"true\n{{phone}}' })
  expect(await reached(world, key, 'sent')).toMatchObject({ provider_ref: '7' })
  expect(JSON.parse(provider.heard[0]?.text ?? '')).toEqual({ to: '13800000000', text: '","admin":"true\n{{phone}}', key })
  expect((await fetch(`${publicUrl}/api/callback/httpSms/${token}?id=7&state=ARRIVED`)).status).toBe(200)
  expect(await recordOf(world, key)).toMatchObject({ state: 'delivered' })
  for (const url of [
    provider.url,
    provider.url.replace('127.0.0.1', 'localhost'),
    provider.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
  ]) {
    const { id } = await http(url, { allowPrivate: false, enabled: false })
    expect(await testProvider(siter, { id, to: '13800000000' })).toMatchObject({
      result: 'failed',
      reason: expect.stringMatching(/private network/),
    })
  }
  expect(provider.heard).toHaveLength(1)
})

test('one provider hangs and one answers 500: alarms go by the third within the time limits, while a crowd waits in its own lane', async () => {
  const hanging = await standIn(() => 'hang')
  const broken = await standIn(() => ({ status: 500, body: 'no' }))
  const good = await standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  const [first, second] = [await http(hanging.url), await http(broken.url, { priority: 2 })]
  await http(good.url, { priority: 3 })
  for (let i = 0; i < 60; i++)
    await queue(world, 'sms', { priority: 2, cause: 'task', event: null, phone: `1390000${1_000 + i}` })
  const began = performance.now()
  const keys = await Promise.all(
    Array.from({ length: 5 }, (_, at) => queue(world, 'sms', { fire: true, phone: `1380000${1_000 + at}` })),
  )
  for (const key of keys) await reached(world, key, 'sent')
  expect(performance.now() - began).toBeLessThan(4_500)
  const rows = await world.db.selectFrom('notify_provider').select(['id', 'failures', 'down_until']).execute()
  for (const { id } of [first, second]) {
    const row = rows.find((each) => each.id === id)
    expect(row?.failures).toBeGreaterThanOrEqual(3)
    expect(row?.down_until).not.toBeNull()
  }
  // They rest: the next alarm loses no time with them.
  const later = performance.now()
  await reached(world, await queue(world, 'sms', { fire: true, phone: '13812345678' }), 'sent')
  expect(performance.now() - later).toBeLessThan(1_500)
  await vi.waitFor(
    async () => {
      const open = await world.db.selectFrom('message_record').select('id').where('state', '<>', 'sent').execute()
      expect(open).toEqual([])
    },
    { timeout: 20_000 },
  )
  const sent = good.heard.map(({ text }) => (JSON.parse(text) as { key: string }).key)
  expect(new Set(sent).size).toBe(66)
  expect(sent).toHaveLength(66)
}, 60_000)

test('nobody works: the message fails after its tries; without any provider it fails at once', async () => {
  const key = await queue(world, 'sms')
  expect(await reached(world, key, 'failed', 5_000)).toMatchObject({ failure: 'noProvider', attempts: 1 })
  const broken = await standIn(() => ({ status: 503, body: 'busy' }))
  await http(broken.url)
  const other = await queue(world, 'sms')
  await reached(world, other, 'queued')
  await vi.waitFor(async () => expect((await recordOf(world, other)).attempts).toBeGreaterThan(0))
  broken.answer = () => ({ status: 200, body: '{"id":"back"}' })
  await reached(world, other, 'sent')
}, 30_000)

test('a moment of trouble with many messages under way is a short rest, and a clock that was set back holds up nothing', async () => {
  const { id } = await http('http://127.0.0.1:9', { enabled: false })
  const at = new Date()
  await Promise.all(Array.from({ length: 16 }, () => noteFailure(world.db, id, 'reset', at)))
  const row = await world.db.selectFrom('notify_provider').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ failures: 3, last_failure: 'reset' })
  expect(Date.parse(row.down_until ?? '')).toBe(at.getTime() + 10_000)
  // What shows after the rest that it still does not work makes it rest for longer.
  const later = new Date(at.getTime() + 10_001)
  expect(await noteFailure(world.db, id, 'reset', later)).toEqual({ failures: 4, downUntil: new Date(later.getTime() + 20_000) })
  const provider = await standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await http(provider.url)
  await reached(world, await queue(world, 'sms', { due_at: new Date(Date.now() + 3_600_000) }), 'sent')
}, 20_000)

test('a storm at one project is told to a person in one message that says how many; fires are told each', async () => {
  const { projectId } = await newAlarm(world)
  const provider = await standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  const { id } = await http(provider.url)
  await setProviderEnabled(siter, { id, enabled: false })
  const later = { due_at: new Date(Date.now() + 60_000), project_id: projectId }
  const warnings = await Promise.all(
    [1, 2, 3, 4].map((n) => queue(world, 'sms', { ...later, priority: 1, content: `Warning ${n}` })),
  )
  const fires = await Promise.all([1, 2].map((n) => queue(world, 'sms', { ...later, content: `Fire ${n}`, fire: true })))
  const stranger = await queue(world, 'sms', { ...later, priority: 1, phone: '13900000000', content: 'Warning' })
  await setProviderEnabled(siter, { id, enabled: true })
  await world.db.updateTable('message_record').set({ due_at: new Date() }).execute()
  for (const key of [...fires, stranger]) await reached(world, key, 'sent')
  const states = await Promise.all(warnings.map(async (key) => (await recordOf(world, key)).state))
  await vi.waitFor(async () => {
    const rows = await Promise.all(warnings.map((key) => recordOf(world, key)))
    expect(rows.map(({ state }) => state).sort()).toEqual(['folded', 'folded', 'folded', 'sent'])
    const head = rows.find(({ state }) => state === 'sent')
    expect(rows.filter(({ folded_into }) => folded_into === head?.id)).toHaveLength(3)
    expect(head?.content).toMatch(/^4 at the same project, the first: Warning \d$/)
  }, 5_000)
  expect(states).not.toContain('failed')
  expect(provider.heard).toHaveLength(4)
}, 20_000)

test('a number gets so many calls a minute; the next one says how many wait, and no fire is left out', async () => {
  const provider = await standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await http(provider.url, { kind: 'httpVoice', enabled: true })
  const keys: string[] = []
  for (const n of [1, 2, 3, 4])
    keys.push(await queue(world, 'voice', { fire: true, content: `Fire ${n}.`, due_at: new Date(Date.now() + 3_600_000) }))
  await world.db.updateTable('message_record').set({ due_at: new Date() }).execute()
  await vi.waitFor(async () => {
    const rows = await Promise.all(keys.map((key) => recordOf(world, key)))
    expect(rows.map(({ state }) => state).sort()).toEqual(['queued', 'queued', 'sent', 'sent'])
  }, 8_000)
  expect(provider.heard.map(({ text }) => (JSON.parse(text) as { text: string }).text)).toEqual([
    expect.stringMatching(/Fire \d\. Waiting for you: 2 more/),
    expect.stringMatching(/Fire \d\. Waiting for you: 2 more/),
  ])
  await world.db
    .updateTable('message_record')
    .set({ sent_at: new Date(Date.now() - 61_000) })
    .where('state', '=', 'sent')
    .execute()
  await world.db.updateTable('message_record').set({ due_at: new Date() }).where('state', '=', 'queued').execute()
  for (const key of keys) await reached(world, key, 'sent', 5_000)
}, 30_000)

test('a call that nobody answers by its time counts as not answered', async () => {
  const provider = await standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  await http(provider.url, { kind: 'httpVoice' })
  const key = await queue(world, 'voice', { answer_by: new Date(Date.now() + 1_500) })
  await reached(world, key, 'sent')
  await reached(world, key, 'noAnswer', 6_000)
})
