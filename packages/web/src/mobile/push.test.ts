import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Whether the phone says what becomes of its push messages. The browser and the network are stand-ins; both are outside of us. */

const keyOf = (letter: string): string => letter.repeat(86) + 'A'
const bytesOf = (key: string): ArrayBuffer => Uint8Array.from(atob(key), (byte) => byte.charCodeAt(0)).buffer

interface Sent {
  readonly path: string
  readonly input: { readonly endpoint?: string; readonly publicKey?: string; readonly replaces?: string }
}

let made = 0
let browser: { subscription: ReturnType<typeof subscriptionOf> | null; mayRenew: boolean }
let server: { keys: string[]; ended: string[]; sent: Sent[] }

const subscriptionOf = (key: string) => {
  const endpoint = `https://push.example.com/${++made}`
  return {
    endpoint,
    options: { applicationServerKey: bytesOf(key) },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      browser.subscription = null
      return true
    },
  }
}

const answerOf = ({ path, input }: Sent): unknown => {
  if (path === 'app/push/key') return { publicKey: server.keys[0] ?? null, publicKeys: server.keys }
  const { endpoint = '', publicKey = '', replaces } = input
  return { live: server.keys.includes(publicKey) && (replaces !== undefined || !server.ended.includes(endpoint)) }
}

beforeEach(() => {
  browser = { subscription: null, mayRenew: true }
  server = { keys: [keyOf('B')], ended: [], sent: [] }
  const pushManager = {
    getSubscription: async () => browser.subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      if (!browser.mayRenew) throw new Error('no')
      return (browser.subscription ??= subscriptionOf(btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))))
    },
  }
  const registration = { pushManager }
  const serviceWorker = {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    addEventListener: () => undefined,
  }
  vi.stubGlobal('navigator', { serviceWorker, language: 'en', languages: ['en'] })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('document', { baseURI: 'https://fire.example.com/m/', documentElement: {} })
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    const sent = { path: url.split('/api/')[1] ?? '', input: JSON.parse(init.body ?? '{}') as Sent['input'] }
    server.sent.push(sent)
    return { status: 200, json: async () => ({ success: true, data: answerOf(sent) }) }
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const open = async () => {
  const { keepPush, usePushTrouble } = await import('./push.ts')
  await keepPush()
  return usePushTrouble.getState().trouble
}
const registered = () => server.sent.flatMap(({ path, input }) => (path === 'app/push/register' ? [input] : []))

test('a subscription of the present key is registered with it, and nothing is said', async () => {
  browser.subscription = subscriptionOf(keyOf('B'))
  expect(await open()).toBeNull()
  expect(registered()).toMatchObject([{ endpoint: browser.subscription.endpoint, publicKey: keyOf('B') }])
})

test('after the platform has a new key, the subscription of the old one is replaced, and the person learns of it', async () => {
  const old = subscriptionOf(keyOf('C'))
  browser.subscription = old
  expect(await open()).toBe('renewed')
  expect(browser.subscription.endpoint).not.toBe(old.endpoint)
  expect(registered().at(-1)).toMatchObject({
    endpoint: browser.subscription.endpoint,
    publicKey: keyOf('B'),
    replaces: old.endpoint,
  })
})

test('where that is impossible, the phone does not say that it is notified', async () => {
  browser.subscription = subscriptionOf(keyOf('C'))
  browser.mayRenew = false
  expect(await open()).toBe('ended')
  // Nor later, although the browser has no subscription any more.
  const { dismissPushTrouble } = await import('./push.ts')
  dismissPushTrouble()
  expect(await open()).toBe('ended')
})

test('a phone to which the last message failed for good says so at its next opening', async () => {
  const old = subscriptionOf(keyOf('B'))
  browser.subscription = old
  server.ended.push(old.endpoint)
  expect(await open()).toBe('renewed')
  expect(registered().at(-1)).toMatchObject({ replaces: old.endpoint })
})

test('so does one whose browser has lost its subscription, or whose platform sends no push messages any more', async () => {
  browser.subscription = subscriptionOf(keyOf('B'))
  await open()
  browser.subscription = null
  browser.mayRenew = false
  expect(await open()).toBe('ended')
  server.keys = []
  expect(await open()).toBe('ended')
})

test('a subscription that the browser has replaced itself takes the place of the old one', async () => {
  const old = subscriptionOf(keyOf('B'))
  browser.subscription = old
  await open()
  browser.subscription = subscriptionOf(keyOf('B'))
  expect(await open()).toBeNull()
  expect(registered().at(-1)).toMatchObject({ endpoint: browser.subscription.endpoint, replaces: old.endpoint })
})

test('a phone that never wanted notifications is left alone', async () => {
  expect(await open()).toBeNull()
  expect(registered()).toEqual([])
})
