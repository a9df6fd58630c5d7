import { providerSecretNames } from '@emberwatch/contract'
import type { AddressInfo } from 'node:net'
import smpp, { type Pdu, type Session } from 'smpp'
import { expect, test, vi } from 'vitest'
import { masked } from '../../../platform/api-log.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { registerPush, unregisterPush } from '../../people/push/push.verbs.ts'
import { removeProvider, readBalance, setProviderEnabled, updateProvider } from './notify-provider.verbs.ts'
import { newAlarm, queue, reached, recordOf } from './notify-provider.fixture.ts'
import { channelStates, pageProviders } from './notify-provider.reads.ts'
import { isAliyunSigned, pushBrowser, twilioSignature } from './stand-ins.fixture.ts'
import { testProvider } from './test-provider.ts'
import { useProviders } from './use-providers.fixture.ts'

const t = useProviders()

test('a provider is created, edited, switched and deleted; its secrets are never shown, and a secret left out stays', async () => {
  const { id, secrets } = await t.create({
    kind: 'twilioSms',
    accountSid: `AC${'0'.repeat(32)}`,
    fromNumber: '+15550100',
    authToken: 'open-sesame',
    endpoint: 'https://api.twilio.com',
  })
  expect(secrets?.includes('open-sesame')).toBe(false)
  const [row] = (await pageProviders(t.siter, {})).list
  expect(row).toMatchObject({ id, channel: 'sms', secretNames: ['authToken'], state: 'untried', receiptUrl: null })
  expect(JSON.stringify(row)).not.toContain('sesame')
  const { kind: _, ...fields } = {
    ...t.general,
    kind: '',
    accountSid: `AC${'0'.repeat(32)}`,
    fromNumber: '+15550101',
    endpoint: 'https://api.twilio.com',
  }
  await updateProvider(t.siter, { id, version: 1, ...fields })
  await expect(updateProvider(t.siter, { id, version: 1, ...fields })).rejects.toMatchObject({ reason: 'staleVersion' })
  await setProviderEnabled(t.siter, { id, enabled: false })
  expect((await pageProviders(t.siter, {})).list[0]).toMatchObject({ secretNames: ['authToken'], state: 'off' })
  expect(await channelStates(t.siter)).toContainEqual({ channel: 'sms', state: 'none' })
  await removeProvider(t.siter, { id })
  const written = await t.audits(id)
  expect(written.map(({ action }) => action)).toEqual(
    ['create', 'update', 'forbidden', 'del'].map((verb) => `notifyProvider.${verb}`),
  )
  expect(written[1]?.changes).toEqual({ fromNumber: ['+15550100', '+15550101'] })
  expect(JSON.stringify(written)).not.toContain('sesame')
  const north = await t.world.ctxOf(t.world.accounts.northAdmin)
  expect((await pageProviders(north, {})).total).toBe(0)
})

test('no secret of a provider or browser is in the API log', () => {
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
    'an answer that proves nothing',
    { kind: 'httpSms', url: 'https://a.example.com', bodyFormat: 'form', body: 'x={{phone}}' },
    'successPath',
  ],
  [
    'states nobody knows',
    { kind: 'httpSms', url: 'https://a.example.com', bodyFormat: 'form', body: 'x={{phone}}', receiptStates: 'OK=fine' },
    'receiptStates',
  ],
] as const)('%s is refused at its field', async (_what, input, field) => {
  await expect(t.create(input as never)).rejects.toMatchObject({ field })
})

test('mail is sent over a real server, signed in; the test reports wrong credentials', async () => {
  const { port, mails, stop } = await startMailServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'watch' && password === 'right'
        ? done(null, { user: 'watch' })
        : done(new Error('Invalid user name or password')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody') ? done(Object.assign(new Error('No such user'), { responseCode: 550 })) : done(),
  })
  const settings = {
    host: '127.0.0.1',
    port,
    security: 'none',
    user: 'watch',
    mailFrom: 'Fire watch <watch@example.com>',
  } as const
  const wrong = await t.create({ kind: 'smtp', ...settings, password: 'wrong', enabled: false })
  const notified = await testProvider(t.siter, { id: wrong.id, to: 'guard@example.com' })
  expect(notified).toMatchObject({ result: 'failed', reason: expect.stringMatching(/Invalid/) })
  await expect(testProvider(t.siter, { id: wrong.id, to: 'no address' })).rejects.toMatchObject({ field: 'to' })
  const { id } = await t.create({ kind: 'smtp', ...settings, password: 'right' })
  expect(await testProvider(t.siter, { id, to: 'guard@example.com' })).toMatchObject({ result: 'accepted' })
  const sent = await reached(t.world, await queue(t.world, 'mail'), 'sent')
  expect(mails[1]?.text).toContain('Smoke in room 305')
  expect(mails[1]?.text).toContain(`Message-ID: <${sent.key}@example.com>`)
  expect(await reached(t.world, await queue(t.world, 'mail', { email: 'nobody@example.com' }), 'failed')).toMatchObject({
    failure: expect.stringMatching(/No such user/),
    attempts: 1,
  })
  const tests = await t.world.db.selectFrom('message_record').select('state').where('cause', '=', 'test').orderBy('id').execute()
  expect(tests.map(({ state }) => state)).toEqual(['failed', 'sent'])
  expect((await t.audits(id)).at(-1)?.action).toBe('notifyProvider.test')
  await stop()
})

test('SMS over Aliyun are signed as documented, and receipts by our key reach the alarm’s journey once', async () => {
  const { projectId, alarmId } = await newAlarm(t.world)
  const centre = await t.standIn((request) =>
    isAliyunSigned(request, 'key-id', 'key-secret')
      ? { status: 200, body: '{"Code":"OK","Message":"OK","BizId":"9006^0"}' }
      : { status: 400, body: '{"Code":"SignatureDoesNotMatch","Message":"wrong"}' },
  )
  const settings = {
    accessKeyId: 'key-id',
    signName: '消防 (一)',
    templateCode: 'SMS_1',
    endpoint: centre.url,
    publicUrl: t.publicUrl,
  }
  const { token, id } = await t.create({ kind: 'aliyunSms', ...settings, accessKeySecret: 'key-secret' })
  const key = await queue(t.world, 'sms', {
    phone: '+8613800000000',
    alarm_id: alarmId,
    project_id: projectId,
    content: "it's *here*, 3 层",
  })
  expect(await reached(t.world, key, 'sent')).toMatchObject({ provider_ref: '9006^0', provider_id: id })
  const query = new URL(centre.heard[0]?.path ?? '', centre.url).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    PhoneNumbers: '13800000000',
    SignName: '消防 (一)',
    TemplateCode: 'SMS_1',
    OutId: key,
  })
  const report = (success: boolean, ref = key) =>
    fetch(`${t.publicUrl}/api/callback/aliyunSms/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ out_id: ref, biz_id: '9006^0', success, err_code: 'E', err_msg: 'unreachable' }]),
    })
  expect(await (await report(true)).json()).toEqual({ code: 0, msg: 'OK' })
  await report(true)
  await report(false)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'delivered', failure: null })
  expect((await report(true, '11111111-1111-4111-8111-111111111111')).status).toBe(200)
  expect((await fetch(`${t.publicUrl}/api/callback/aliyunSms/${'x'.repeat(32)}`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${t.publicUrl}/api/callback/aliyunVoice/${token}`, { method: 'POST' })).status).toBe(404)
  expect((await t.stepsOf(alarmId)).filter((step) => step.startsWith('notification'))).toEqual([
    'notificationSent',
    'notificationDelivered',
  ])
  const { id: other } = await t.create({ kind: 'aliyunSms', ...settings, accessKeySecret: 'stolen' })
  expect(await testProvider(t.siter, { id: other, to: '13800000000' })).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/SignatureDoesNotMatch/),
  })
})

test('calls over Twilio speak the text; only signed receipts count, and a pressed 1 takes the alarm over', async () => {
  const { projectId, alarmId } = await newAlarm(t.world)
  const account = `AC${'a'.repeat(32)}`
  const twilio = await t.standIn(({ headers, path, method }) => {
    if (headers.authorization !== `Basic ${Buffer.from(`${account}:auth-token`).toString('base64')}`)
      return { status: 401, body: '{"code":20003}' }
    if (method === 'GET' && path.endsWith('/Balance.json')) return { status: 200, body: '{"balance":"12.5","currency":"USD"}' }
    return { status: 201, body: '{"sid":"CA1"}' }
  })
  const settings = { accountSid: account, fromNumber: '+15550100', endpoint: twilio.url, publicUrl: t.publicUrl }
  const { token, id } = await t.create({ kind: 'twilioVoice', ...settings, authToken: 'auth-token' })
  expect(await readBalance(t.siter, { id })).toEqual({ amount: 12.5, currency: 'USD' })
  const key = await queue(t.world, 'voice', {
    phone: '+1 555-0199',
    alarm_id: alarmId,
    project_id: projectId,
    content: 'Smoke & <fire>',
    fire: true,
  })
  const record = await reached(t.world, key, 'sent')
  const form = new URLSearchParams(twilio.heard.find(({ method }) => method === 'POST')?.text)
  expect(form.get('To')).toBe('+15550199')
  expect(form.get('Twiml')).toContain('Smoke &amp; &lt;fire&gt;')
  expect(form.getAll('StatusCallbackEvent')).toEqual(['answered', 'completed'])
  const address = form.get('StatusCallback') ?? ''
  expect(address).toBe(`${t.publicUrl}/api/callback/twilioVoice/${token}?key=${key}`)
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
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'sent' })
  expect(await (await post(gather, { CallSid: 'CA1', Digits: '1' }, 'auth-token')).text()).toContain('You have taken it over.')
  // Twilio repeats a request that was not answered in time: it is the same key press.
  const again = await Promise.all([1, 2].map(() => post(gather, { CallSid: 'CA1', Digits: '1' }, 'auth-token')))
  expect(await again[0]?.text()).toContain('You have taken it over.')
  await post(address, { CallSid: 'CA1', CallStatus: 'no-answer' }, 'auth-token')
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'answered' })
  expect(t.taken).toEqual([record.id])
  expect((await t.stepsOf(alarmId)).filter((step) => step.startsWith('notification'))).toEqual([
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
  const wrong = await t.create({ kind: 'smpp', ...settings, password: 'bad', enabled: false })
  expect(await testProvider(t.siter, { id: wrong.id, to: '13800000000' })).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/0xe/),
  })
  await t.create({ kind: 'smpp', ...settings, password: 'right' })
  const long = 'Smoke in room 305. '.repeat(10)
  expect(await reached(t.world, await queue(t.world, 'sms', { content: long }), 'delivered')).toMatchObject({ segments: 2 })
  const text = (pdu: Pdu | undefined): string => String(pdu?.short_message?.message ?? '')
  expect(submitted.map(({ data_coding }) => data_coding)).toEqual([0, 0])
  expect(text(submitted[0]) + text(submitted[1])).toBe(long)
  const wide = '三层三〇五室烟雾报警，请立即核实。'.repeat(5)
  expect(await reached(t.world, await queue(t.world, 'sms', { content: wide }), 'delivered')).toMatchObject({ segments: 2 })
  expect(submitted.slice(2).map(({ data_coding }) => data_coding)).toEqual([8, 8])
  expect(text(submitted[2]) + text(submitted[3])).toBe(wide)
  centre.close()
  for (const session of centre.sessions) session.destroy()
})

test('a push message is encrypted for the browser and signed with our key; an ended subscription is deleted', async () => {
  const browser = pushBrowser()
  let status = 201
  const service = await t.standIn(() => ({ status, body: '' }))
  const { public_key: publicKey, id } = await t.create({
    kind: 'webPush',
    subject: 'mailto:watch@example.com',
    pushHosts: new URL(service.url).host,
  })
  const { siterAdmin } = t.world.accounts
  await expect(testProvider(t.siter, { id })).rejects.toMatchObject({ reason: 'precondition' })
  await registerPush(t.siter, { endpoint: `${service.url}/push/1`, p256dh: browser.p256dh, auth: browser.auth })
  const key = await queue(t.world, 'app', { account_id: siterAdmin.id })
  await reached(t.world, key, 'sent')
  const [heard] = service.heard
  expect(heard?.headers['content-encoding']).toBe('aes128gcm')
  expect(JSON.parse(browser.decrypt(heard?.raw ?? Buffer.alloc(0)))).toEqual({
    title: 'Fire at Harbour Hotel',
    body: 'Smoke in room 305',
    key,
  })
  expect(browser.isFrom(heard?.headers.authorization ?? '', publicKey ?? '', service.url)).toBe(true)
  // Somebody who only found the address somewhere cannot take over the browser's subscription.
  const thief = { endpoint: `${service.url}/push/1`, p256dh: browser.p256dh, auth: 'A'.repeat(22) }
  await expect(registerPush(await t.world.ctxOf(t.world.accounts.northAdmin), thief)).rejects.toMatchObject({ field: 'endpoint' })
  // A push service named by one browser says nothing about the others, so the provider continues.
  status = 503
  for (let n = 0; n < 4; n += 1) {
    const failing = await queue(t.world, 'app', { account_id: siterAdmin.id })
    await vi.waitFor(async () => {
      const of = t.world.db.selectFrom('message_record').select('failure').where('key', '=', failing)
      expect((await of.executeTakeFirstOrThrow()).failure).toContain('503')
    }, 30_000)
  }
  const health = t.world.db.selectFrom('notify_provider').select(['failures', 'down_until']).where('id', '=', id)
  expect(await health.executeTakeFirstOrThrow()).toEqual({ failures: 0, down_until: null })
  status = 410
  await reached(t.world, await queue(t.world, 'app', { account_id: siterAdmin.id }), 'failed')
  await vi.waitFor(async () => expect(await t.world.db.selectFrom('push_subscription').select('id').execute()).toEqual([]))
  await registerPush(t.siter, { endpoint: `${service.url}/push/2`, p256dh: browser.p256dh, auth: browser.auth })
  await unregisterPush(t.siter, { endpoint: `${service.url}/push/2` })
  expect(await t.world.db.selectFrom('push_subscription').select('id').execute()).toEqual([])
  await setProviderEnabled(t.siter, { id, enabled: false })
  await expect(
    registerPush(t.siter, { endpoint: 'https://127.0.0.1/x', p256dh: browser.p256dh, auth: browser.auth }),
  ).rejects.toMatchObject({ field: 'endpoint' })
})

test('HTTP: an unknown word in a receipt changes nothing, and is shown until somebody defines it', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":7}' }))
  const { id, token } = await t.http(provider.url, { receiptStates: 'ARRIVED=delivered' })
  const key = await queue(t.world, 'sms', {})
  await reached(t.world, key, 'sent')
  const shown = async () => (await pageProviders(t.siter, {})).list.find((row) => row.id === id)?.unknownWord
  const report = (word: string) => fetch(`${t.publicUrl}/api/callback/httpSms/${token}?id=7&state=${word}`)
  expect(await shown()).toBeNull()
  expect((await report('Zugestellt')).status).toBe(200)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'sent' })
  expect(await shown()).toBe('Zugestellt')
  await report('ARRIVED')
  expect(await shown()).toBe('Zugestellt')
  const { settings } = await t.world.db
    .selectFrom('notify_provider')
    .select('settings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await t.world.db
    .updateTable('notify_provider')
    .set({ settings: JSON.stringify({ ...settings, receiptStates: 'ARRIVED=delivered, zugestellt=delivered' }) })
    .where('id', '=', id)
    .execute()
  expect(await shown()).toBeNull()
})

test('HTTP: values cannot break out of the template, and private addresses are refused unless allowed', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":7}' }))
  const { token } = await t.http(provider.url, { receiptStates: 'ARRIVED=delivered' })
  const key = await queue(t.world, 'sms', { content: '","admin":"true\n{{phone}}' })
  expect(await reached(t.world, key, 'sent')).toMatchObject({ provider_ref: '7' })
  expect(JSON.parse(provider.heard[0]?.text ?? '')).toEqual({ to: '13800000000', text: '","admin":"true\n{{phone}}', key })
  expect((await fetch(`${t.publicUrl}/api/callback/httpSms/${token}?id=7&state=ARRIVED`)).status).toBe(200)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'delivered' })
  for (const url of [
    provider.url,
    provider.url.replace('127.0.0.1', 'localhost'),
    provider.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
  ]) {
    const { id } = await t.http(url, { allowPrivate: false, enabled: false })
    expect(await testProvider(t.siter, { id, to: '13800000000' })).toMatchObject({
      result: 'failed',
      reason: expect.stringMatching(/private network/),
    })
  }
  expect(provider.heard).toHaveLength(1)
})
