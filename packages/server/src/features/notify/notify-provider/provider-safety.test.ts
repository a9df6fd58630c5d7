import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { isPrivateAddress } from '../../../platform/channels/http-request.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isPushAddress } from '../../../platform/channels/push-address.ts'
import { masked } from '../../../platform/api-log.ts'
import { pageRecords, recordDetail, smsResults } from '../../base/message-record/message-record.reads.ts'
import { registerPush } from '../../people/push/push.verbs.ts'
import { endpoints } from '@emberwatch/contract'
import { newAlarm, queue, reached, recordOf } from './notify-provider.fixture.ts'
import { pageProviders } from './notify-provider.reads.ts'
import { pushBrowser } from './stand-ins.fixture.ts'
import { updateProvider } from './notify-provider.verbs.ts'
import { useProviders } from './use-providers.fixture.ts'

const t = useProviders()
const subject = 'mailto:watch@example.com'

test.each([
  ['https://push.example.com/send/1', undefined, true],
  ['https://push.example.com:8443/send/1', undefined, true],
  ['http://push.example.com/send/1', undefined, false],
  ['https://localhost/x', undefined, false],
  ['https://127.0.0.1/x', undefined, false],
  ['https://[fec0::1]/x', undefined, false],
  ['https://[::ffff:10.0.0.1]/x', undefined, false],
  ['https://user:word@push.example.com/x', undefined, false],
  ['ftp://push.example.com/x', undefined, false],
  ['no address', undefined, false],
  ['http://push.lan:8443/x', 'other.lan, PUSH.lan:8443', true],
  ['http://10.1.2.3/x', '10.1.2.3', true],
  ['http://push.lan/x', 'push.lan:8443', false],
  ['http://push.lan:22/x', 'push.lan', false],
  ['http://user:word@10.1.2.3/x', '10.1.2.3', false],
  ['http://evil.push.lan/x', 'push.lan', false],
])('%s with %s named is an address of a push service: %s', (address, named, usable) => {
  expect(isPushAddress(address, named)).toBe(usable)
})

test('no account can make us call internal addresses, whatever the provider allows', async () => {
  const inside = await t.standIn(() => ({ status: 200, body: '' }))
  const browser = pushBrowser()
  // A switch of other kinds has no effect here.
  await t.create({ kind: 'webPush', subject, allowPrivate: true })
  const north = await t.world.ctxOf(t.world.accounts.northAdmin)
  const input = { endpoint: `${inside.url}/x`, p256dh: browser.p256dh, auth: browser.auth }
  await expect(registerPush(north, input)).rejects.toMatchObject({ field: 'endpoint' })
  // Registered while the settings were different.
  const accountId = t.world.accounts.northAdmin.id
  const { endpoint, p256dh, auth } = input
  await t.world.db
    .insertInto('push_subscription')
    .values({ account_id: accountId, endpoint, p256dh, auth, user_agent: null })
    .execute()
  expect(await reached(t.world, await queue(t.world, 'app', { account_id: accountId }), 'failed')).toMatchObject({
    failure_kind: 'refused',
  })
  expect(inside.heard).toEqual([])
  await expect(t.create({ kind: 'webPush', subject, pushHosts: 'push.lan/path' })).rejects.toMatchObject({ field: 'pushHosts' })
  await t.world.db.deleteFrom('push_subscription').execute()
})

test('an invalid key is refused at registration; a stored one is dropped at the first try', async () => {
  const { id: account_id } = t.world.accounts.siterAdmin
  await t.create({ kind: 'webPush', subject })
  const browser = pushBrowser()
  const endpoint = 'https://push.example.com/1'
  const noPoint = Buffer.alloc(65, 4).toString('base64url')
  const short = Buffer.alloc(33, 2).toString('base64url')
  for (const p256dh of [noPoint, short, 'A'.repeat(88)])
    await expect(registerPush(t.siter, { endpoint, p256dh, auth: browser.auth })).rejects.toMatchObject({ field: 'p256dh' })
  await expect(registerPush(t.siter, { ...browser, endpoint, auth: 'A'.repeat(16) })).rejects.toMatchObject({ field: 'p256dh' })
  const row = { account_id, endpoint, p256dh: noPoint, auth: browser.auth, user_agent: null }
  await t.world.db.insertInto('push_subscription').values(row).execute()
  const failed = await reached(t.world, await queue(t.world, 'app', { account_id }), 'failed', 2_000)
  expect(failed).toMatchObject({ failure_kind: 'refused', attempts: 1 })
  const kept = () => t.world.db.selectFrom('push_subscription').select('id').execute()
  await expect.poll(kept).toEqual([])
})

test('the API log shows neither a browser’s address nor its keys', () => {
  const input = { endpoint: 'https://push.example.com/send/1', p256dh: 'key', auth: 'secret' }
  for (const call of [endpoints.push.register, endpoints.push.unregister])
    expect(JSON.stringify(masked(input, new Set(), call.persons))).not.toMatch(/example|key"|"secret/)
})

test('a secret is never sent to a new address: it must be entered again, at its field', async () => {
  const heard: string[] = []
  const old = await t.standIn(() => ({ status: 200, body: '{"id":"x"}' }))
  const other = await t.standIn(({ headers }) => {
    heard.push(String(headers['authorization']))
    return { status: 200, body: '{"id":"x"}' }
  })
  const { id } = await t.http(old.url, { headerName: 'Authorization', headerValue: 'old secret' })
  const row = () => t.world.db.selectFrom('notify_provider').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const edit = async (more: object) => {
    const { version, settings } = await row()
    return updateProvider(t.siter, { ...t.general, ...settings, id, version, ...more })
  }
  await expect(edit({ url: other.url })).rejects.toMatchObject({ field: 'headerValue' })
  expect((await row()).settings.url).toBe(old.url)
  // Settings that do not affect the destination can change without the secret.
  await edit({ name: 'Renamed', refPath: 'id' })
  await edit({ url: other.url, headerValue: 'new secret' })
  await reached(t.world, await queue(t.world, 'sms'), 'sent')
  expect(heard).toEqual(['new secret'])
  const changes = (await t.audits(id)).map(({ changes: each }) => JSON.stringify(each))
  expect(changes.some((each) => each.includes('secret"'))).toBe(false)
})

test.each([
  ['host', { host: 'evil.example.com' }],
  ['port', { port: 2525 }],
  ['security', { security: 'none' as const }],
])('the %s of a mail server does not change without its password', async (_what, more) => {
  const settings = {
    kind: 'smtp',
    host: 'mail.example.com',
    port: 587,
    security: 'starttls',
    mailFrom: 'a@example.com',
    user: 'a',
  } as const
  const { id, version } = await t.create({ ...settings, password: 'secret', enabled: false })
  const edit = { ...t.general, ...settings, id, version, enabled: false, ...more }
  await expect(updateProvider(t.siter, edit)).rejects.toMatchObject({ field: 'password' })
  expect(await updateProvider(t.siter, { ...edit, password: 'secret' })).toEqual({ id })
})

test('a provider’s answer is for the operating company; its companies see our own term for the failure', async () => {
  const inside = await t.standIn(() => ({ status: 400, body: 'internal page: token 4711' }))
  await t.http(inside.url)
  const { alarmId, projectId } = await newAlarm(t.world)
  await reached(t.world, await queue(t.world, 'sms', { alarm_id: alarmId, project_id: projectId }), 'failed')
  const north = await t.world.ctxOf(t.world.accounts.northAdmin)
  const [own] = (await pageRecords(north, { alarmId })).list
  expect(own).toMatchObject({ failure: null, failureKind: 'refused' })
  expect(await recordDetail(north, { id: own?.id ?? 0 })).toMatchObject({ failure: null, failureKind: 'refused' })
  expect(JSON.stringify(await smsResults(north, { id: alarmId }))).not.toContain('4711')
  const steps = await t.world.db.selectFrom('alarm_journey').select('detail').where('alarm_id', '=', alarmId).execute()
  expect(JSON.stringify(steps)).toContain('refused')
  expect(JSON.stringify(steps)).not.toContain('4711')
  expect((await pageRecords(t.siter, { alarmId })).list).toMatchObject([{ failure: '400 internal page: token 4711' }])
})

test('the receipts’ address is shown only to those who may edit the provider', async () => {
  const { token } = await t.http('https://sms.example.com')
  const shown = async (ctx: Ctx) => (await pageProviders(ctx, {})).list.map(({ receiptUrl }) => receiptUrl)
  expect(await shown(t.siter)).toEqual([`${t.publicUrl}/api/callback/httpSms/${token}`])
  const operations = new Set([...t.siter.actor.operations].filter((each) => each !== 'notifyProvider:update'))
  const reader = { ...t.siter, actor: { ...t.siter.actor, operations } }
  expect(await shown(reader)).toEqual([null])
  expect(JSON.stringify(await pageProviders(reader, {}))).not.toContain(token)
})

test('a variable outside quotation marks could add fields, so it is refused', async () => {
  const input = { kind: 'httpSms', url: 'https://a.example.com', bodyFormat: 'json', refPath: 'id', enabled: false } as const
  for (const body of ['{"to":"{{phone}}","n":{{params.count}}}', '{"to":{{phone}}}', '{"to":"{{phone}}",{{params.x}}}'])
    await expect(t.create({ ...input, body })).rejects.toMatchObject({ field: 'body' })
  await t.create({ ...input, body: '{"to":"{{phone}}","n":"{{params.count}}"}' })
})

test.each([
  'fec0::1',
  '2002:7f00:1::',
  '64:ff9b:1::a00:1',
  '64:ff9b::a00:1',
  '2001:0:53aa::1',
  '::ffff:10.0.0.1',
  'fd00::1',
  '169.254.169.254',
])('%s is no public address', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})
test.each(['2001:4860:4860::8888', '2606:4700::1111', '8.8.8.8'])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

test('an answer that cannot be stored causes no second sending', async () => {
  const answers = [
    { status: 200, body: '{"id":"a\\u0000b"}' },
    { status: 200, body: JSON.stringify({ id: randomBytes(5_000).toString('hex') }) },
    { status: 200, body: '{"id":{"a":1}}' },
    { status: 503, body: 'away\0' },
  ]
  const provider = await t.standIn(() => answers.shift() ?? { status: 503, body: 'away' })
  await t.http(provider.url)
  expect(await reached(t.world, await queue(t.world, 'sms'), 'sent')).toMatchObject({ attempts: 1, provider_ref: 'ab' })
  for (let n = 0; n < 2; n++)
    expect(await reached(t.world, await queue(t.world, 'sms'), 'sent')).toMatchObject({ attempts: 1, provider_ref: null })
  const key = await queue(t.world, 'sms')
  await vi.waitFor(async () => expect((await recordOf(t.world, key)).failure).toBe('503 away'), 30_000)
})

test('a receipt with a NUL, or with a word like “constructor”, is answered and has no further effect', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"m1"}' }))
  const { token } = await t.http(provider.url)
  const key = await queue(t.world, 'sms')
  await reached(t.world, key, 'sent')
  const report = async (body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' }
    const url = `${t.publicUrl}/api/callback/httpSms/${token}`
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  for (const state of ['constructor', 'toString', '__proto__']) expect(await report({ key, state })).toBe(200)
  expect(await report({ key: `m\0${key}`, state: 'delivered' })).toBe(200)
  expect((await recordOf(t.world, key)).state).toBe('sent')
  expect(await report({ key, state: 'failed', reason: 'no\0body' })).toBe(200)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'failed', failure: 'nobody' })
})
