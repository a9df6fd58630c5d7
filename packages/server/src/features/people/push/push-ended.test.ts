import { expect, test, vi } from 'vitest'
import { queue, reached } from '../../notify/notify-provider/notify-provider.fixture.ts'
import { removeProvider } from '../../notify/notify-provider/notify-provider.verbs.ts'
import { pushBrowser } from '../../notify/notify-provider/stand-ins.fixture.ts'
import { useProviders } from '../../notify/notify-provider/use-providers.fixture.ts'
import { pushReachOf, pushKey } from './push-reach.ts'
import { registerPush } from './push.verbs.ts'

const t = useProviders()
const { p256dh, auth } = pushBrowser()

const setUp = async (status: number, beside = '') => {
  const answer = { status }
  const service = await t.standIn(() => ({ status: answer.status, body: '' }))
  const provider = await t.create({
    kind: 'webPush',
    subject: 'mailto:a@example.com',
    pushHosts: `${new URL(service.url).host},${beside}`,
  })
  const { id } = t.world.accounts.siterAdmin
  const send = async (state: string) => reached(t.world, await queue(t.world, 'app', { account_id: id }), state)
  const reach = async () => (await pushReachOf(t.world.db, [id]))(id)
  return { answer, service, provider, send, reach, publicKey: provider.public_key ?? '' }
}
const endpointOf = (url: string, n: number) => `${url}/push/${n}`

test.each([
  [404, false],
  [410, false],
  [403, false],
  [401, false],
  [403, true],
])(
  'a phone whose message was answered with %i (its key known: %s) is not reached until it subscribes anew',
  async (status, isKnown) => {
    const { answer, service, send, reach, publicKey } = await setUp(status)
    const phone = { endpoint: endpointOf(service.url, 1), p256dh, auth, ...(isKnown ? { publicKey } : {}) }
    expect(await registerPush(t.siter, phone)).toEqual({ live: true })
    expect(await reach()).toEqual({ phones: 1, endedAt: null })
    await send('failed')
    await vi.waitFor(async () => expect(await reach()).toEqual({ phones: 0, endedAt: expect.any(String) }))
    // The same subscription again changes nothing, and the phone is told.
    expect(await registerPush(t.siter, phone)).toEqual({ live: false })
    const next = { ...phone, endpoint: endpointOf(service.url, 2), replaces: phone.endpoint }
    expect(await registerPush(t.siter, next)).toEqual({ live: true })
    expect(await reach()).toEqual({ phones: 1, endedAt: null })
    answer.status = 201
    await send('sent')
    expect(service.heard.at(-1)?.path).toBe('/push/2')
    await t.world.db.deleteFrom('push_subscription').execute()
  },
)

test('after the provider was deleted and made again, the old subscription is refused and reaches nobody', async () => {
  const old = await setUp(201)
  const phone = { endpoint: endpointOf(old.service.url, 1), p256dh, auth, publicKey: old.publicKey }
  await registerPush(t.siter, phone)
  await removeProvider(t.siter, { id: old.provider.id })
  const { service, send, reach, publicKey } = await setUp(201, new URL(old.service.url).host)
  expect(await pushKey(t.siter)).toEqual({ publicKey, publicKeys: [publicKey] })
  expect(await registerPush(t.siter, phone)).toEqual({ live: false })
  expect(await reach()).toEqual({ phones: 0, endedAt: null })
  await send('failed')
  expect(service.heard).toEqual([])
  expect(old.service.heard).toEqual([])
  await t.world.db.deleteFrom('push_subscription').execute()
})

test('with two providers, each phone gets its messages through the one whose key it has', async () => {
  const first = await setUp(201)
  const second = await setUp(201)
  expect((await pushKey(t.siter)).publicKeys).toEqual([first.publicKey, second.publicKey])
  await registerPush(t.siter, { endpoint: endpointOf(second.service.url, 1), p256dh, auth, publicKey: second.publicKey })
  expect(await second.send('sent')).toMatchObject({ provider_id: second.provider.id })
  expect((await second.reach()).phones).toBe(1)
  await t.world.db.deleteFrom('push_subscription').execute()
})

test('a phone of which the key is unknown is not forgotten because another provider does not have it', async () => {
  const { service } = await setUp(403)
  const { provider, send } = await setUp(201, new URL(service.url).host)
  const answers = [403, 201, 403, 201]
  service.answer = () => ({ status: answers.shift() ?? 500, body: '' })
  await registerPush(t.siter, { endpoint: endpointOf(service.url, 1), p256dh, auth })
  for (let n = 0; n < 2; n++) expect(await send('sent')).toMatchObject({ provider_id: provider.id })
  expect(answers).toEqual([])
  await t.world.db.deleteFrom('push_subscription').execute()
})
