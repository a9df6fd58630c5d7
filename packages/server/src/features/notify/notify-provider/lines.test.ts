import { createPublicKey, createVerify, generateKeyPairSync, createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import smpp, { type Pdu, type Session } from 'smpp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCertificate } from '../../../platform/broker/testing/certificate.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { newAlarm, queue, reached, recordOf } from './notify-provider.fixture.ts'
import { readBalance } from './notify-provider.verbs.ts'
import { twilioSignature } from './stand-ins.fixture.ts'
import { testProvider } from './test-provider.ts'
import { useProviders } from './use-providers.fixture.ts'

const t = useProviders()
const ours = createCertificate()
/** From an unknown certificate authority. */
const foreign = createCertificate()
const usual = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...usual, ours.cert]))
afterAll(() => setDefaultCACertificates(usual))

/** The header fields of a mail, in their order. */
const fieldsOf = (head: string): [string, string][] =>
  head
    .split(/\r\n(?![ \t])/)
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1)] as [string, string])
const relaxed = (text: string): string =>
  text
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()

/** Checks a DKIM signature (RFC 6376, relaxed/relaxed, rsa-sha256), implemented from the standard. */
const isSignedBy = (mail: string, publicKey: string): boolean => {
  const end = mail.indexOf('\r\n\r\n')
  const fields = fieldsOf(mail.slice(0, end))
  const signature = fields.find(([name]) => name === 'dkim-signature')?.[1]
  if (signature === undefined) return false
  const tags = new Map(
    relaxed(signature)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(' ', '')]),
  )
  const body = mail
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trimEnd())
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n')
  if (createHash('sha256').update(body).digest('base64') !== tags.get('bh')) return false
  const signed = (tags.get('h') ?? '').toLowerCase().split(':')
  const left = fields.toReversed()
  const lines = signed.flatMap((name) => {
    const index = left.findIndex(([each]) => each === name)
    if (index < 0) return []
    const [field] = left.splice(index, 1)
    return [`${name}:${relaxed(field?.[1] ?? '')}\r\n`]
  })
  const unsigned = relaxed(signature)
    .replace(/(\bb=)[^;]*/, '$1')
    .trimEnd()
  return createVerify('sha256')
    .update(`${lines.join('')}dkim-signature:${unsigned}`)
    .verify(createPublicKey(publicKey), tags.get('b') ?? '', 'base64')
}

test('mail over STARTTLS is encrypted and signed with DKIM; a server with an untrusted certificate gets nothing', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const server = await startMailServer({ ...ours, authOptional: true })
  const settings = { kind: 'smtp', host: 'localhost', security: 'starttls', mailFrom: 'Fire watch <watch@example.com>' } as const
  const dkim = { dkimDomain: 'example.com', dkimSelector: 'fire', dkimKey: privateKey }
  const { id } = await t.create({ ...settings, port: server.port, ...dkim, enabled: false })
  expect(await testProvider(t.siter, { id, to: 'guard@example.com' })).toMatchObject({ result: 'accepted' })
  expect(server.mails).toMatchObject([{ secure: true }])
  const [mail] = server.mails
  expect(mail?.text).toMatch(/dkim-signature:/i)
  expect(mail?.text).toMatch(/d=example.com/)
  expect(isSignedBy(mail?.text ?? '', publicKey)).toBe(true)
  expect(isSignedBy((mail?.text ?? '').replace(/\r\n\r\n/, '\r\n\r\nx'), publicKey)).toBe(false)
  await server.stop()
  const stranger = await startMailServer({ ...foreign, authOptional: true })
  const { id: other } = await t.create({ ...settings, port: stranger.port, enabled: false })
  expect(await testProvider(t.siter, { id: other, to: 'guard@example.com' })).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/self.signed|certificate/i),
  })
  expect(stranger.mails).toEqual([])
  await stranger.stop()
})

test('a server without STARTTLS gets no mail in plain text', async () => {
  const { port, mails, stop } = await startMailServer({ disabledCommands: ['STARTTLS'], authOptional: true })
  const { id } = await t.create({
    kind: 'smtp',
    host: 'localhost',
    port,
    security: 'starttls',
    mailFrom: 'a@example.com',
    enabled: false,
  })
  expect(await testProvider(t.siter, { id, to: 'guard@example.com' })).toMatchObject({ result: 'failed' })
  expect(mails).toEqual([])
  await stop()
})

/** A message centre. `answers`: whether it answers messages. */
const startCentre = async (tls: { cert: string; key: string } | undefined, answers: () => boolean) => {
  const heard: string[] = []
  let sessions = 0
  let signedIn: unknown
  const onSession = (session: Session): void => {
    sessions += 1
    session.on('error', () => undefined)
    session.on('bind_transceiver', (pdu: Pdu) => {
      const { system_id: id, password, system_type: type } = pdu as Pdu & Record<string, unknown>
      signedIn = { id, password, type }
      session.send(pdu.response())
    })
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
    session.on('unbind', (pdu: Pdu) => session.send(pdu.response()))
    session.on('submit_sm', (pdu: Pdu) => {
      heard.push(String(pdu.short_message?.message ?? ''))
      if (answers()) session.send(pdu.response({ message_id: `m${heard.length}` }))
    })
  }
  const server = tls ? smpp.createServer(tls, onSession) : smpp.createServer(onSession)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    heard,
    sessions: () => sessions,
    signedIn: () => signedIn,
    open: () => server.sessions.length,
    all: () => [...server.sessions],
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close()
      for (const session of server.sessions) session.destroy()
    },
  }
}

test('SMPP over TLS; a message centre with an untrusted certificate gets neither password nor message', async () => {
  const centre = await startCentre(ours, () => true)
  const settings = {
    kind: 'smpp',
    host: 'localhost',
    security: 'tls',
    systemId: 'us',
    systemType: 'fire',
    password: 'right',
  } as const
  const { id } = await t.create({ ...settings, port: centre.port, enabled: false })
  expect(await testProvider(t.siter, { id, to: '+8613800000000' })).toMatchObject({ result: 'accepted', ref: 'm1' })
  expect(centre.heard).toHaveLength(1)
  expect(centre.signedIn()).toEqual({ id: 'us', password: 'right', type: 'fire' })
  centre.stop()
  const stranger = await startCentre(foreign, () => true)
  const { id: other } = await t.create({ ...settings, port: stranger.port, enabled: false })
  expect(await testProvider(t.siter, { id: other, to: '+8613800000000' })).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/self.signed|certificate/i),
  })
  expect(stranger.heard).toEqual([])
  stranger.stop()
})

test('SMPP: a connection that stops answering is given up, and the next try gets a new one', async () => {
  let isDead = true
  const centre = await startCentre(undefined, () => !isDead)
  await t.create({ kind: 'smpp', host: '127.0.0.1', port: centre.port, security: 'none', systemId: 'us', password: 'right' })
  const key = await queue(t.world, 'sms')
  await reached(t.world, key, 'queued')
  // Only the first connection is dead; waiting on it would never end well.
  await expect.poll(async () => (await recordOf(t.world, key)).failure, { timeout: 8_000 }).toMatch(/time limit/)
  isDead = false
  await reached(t.world, key, 'sent')
  expect(centre.sessions()).toBe(2)
  await expect.poll(() => centre.open(), { timeout: 3_000 }).toBe(1)
  centre.stop()
})

test('SMPP: the connection for receipts is open before the first message, and comes back', async () => {
  const centre = await startCentre(undefined, () => true)
  await t.create({ kind: 'smpp', host: '127.0.0.1', port: centre.port, security: 'none', systemId: 'us', password: 'right' })
  await expect.poll(() => centre.open(), { timeout: 8_000 }).toBe(1)
  for (const session of centre.all()) session.destroy()
  await expect.poll(() => centre.sessions(), { timeout: 20_000 }).toBe(2)
  await expect.poll(() => centre.open(), { timeout: 3_000 }).toBe(1)
  expect(centre.heard).toEqual([])
  centre.stop()
})

test('SMPP: many messages over one connection leave no listeners behind', async () => {
  const centre = await startCentre(undefined, () => true)
  await t.create({ kind: 'smpp', host: '127.0.0.1', port: centre.port, security: 'none', systemId: 'us', password: 'right' })
  const warnings: string[] = []
  const onWarning = ({ name }: Error): void => void warnings.push(name)
  process.on('warning', onWarning)
  const keys = await Promise.all(Array.from({ length: 60 }, (_, n) => queue(t.world, 'sms', { phone: `+861380000${1_000 + n}` })))
  for (const key of keys) await reached(t.world, key, 'sent')
  process.off('warning', onWarning)
  expect(centre.sessions()).toBe(1)
  expect(warnings).not.toContain('MaxListenersExceededWarning')
  centre.stop()
})

test('Twilio SMS: message, status, signature, balance; an invalid number is refused', async () => {
  const account = `AC${'1'.repeat(32)}`
  const twilio = await t.standIn(({ path, text }) => {
    if (path.endsWith('/Balance.json')) return { status: 200, body: '{"balance":"12.50","currency":"USD"}' }
    return new URLSearchParams(text).get('To') === '+86999'
      ? { status: 400, body: '{"code":21211,"message":"Invalid To"}' }
      : { status: 201, body: '{"sid":"SM1","num_segments":"2"}' }
  })
  const { alarmId, projectId } = await newAlarm(t.world)
  const { id, token } = await t.create({
    kind: 'twilioSms',
    accountSid: account,
    authToken: 'auth-token',
    fromNumber: '+15550100',
    endpoint: twilio.url,
    publicUrl: t.publicUrl,
  })
  const key = await queue(t.world, 'sms', { alarm_id: alarmId, project_id: projectId, phone: '+86 138-0000-0000' })
  expect(await reached(t.world, key, 'sent')).toMatchObject({ provider_ref: 'SM1', segments: 2 })
  const [heard] = twilio.heard
  expect(heard?.path).toBe(`/2010-04-01/Accounts/${account}/Messages.json`)
  expect(heard?.headers.authorization).toBe(`Basic ${Buffer.from(`${account}:auth-token`).toString('base64')}`)
  const form = new URLSearchParams(heard?.text)
  expect([form.get('To'), form.get('From')]).toEqual(['+8613800000000', '+15550100'])
  expect(form.get('Body')).toContain('Smoke in room 305')
  const address = form.get('StatusCallback') ?? ''
  expect(address).toBe(`${t.publicUrl}/api/callback/twilioSms/${token}?key=${key}`)
  const post = (fields: Record<string, string>, secret: string) =>
    fetch(address, {
      method: 'POST',
      headers: {
        'x-twilio-signature': twilioSignature(address, fields, secret),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields),
    })
  expect((await post({ MessageSid: 'SM1', MessageStatus: 'delivered' }, 'guessed')).status).toBe(404)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'sent' })
  await post({ MessageSid: 'SM1', MessageStatus: 'delivered' }, 'auth-token')
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'delivered' })
  expect(await reached(t.world, await queue(t.world, 'sms', { phone: '+86999' }), 'failed')).toMatchObject({
    failure: '21211 Invalid To',
    failure_kind: 'refused',
  })
  expect(await readBalance(t.siter, { id })).toEqual({ amount: 12.5, currency: 'USD' })
})
