// Keeps the page of this build on the phone, so that it opens without a network. The build fills in the list and its name.
const shell = __SHELL__
const cacheName = 'emberwatch-phone-__BUILD__'
const isOurs = (name) => name.startsWith('emberwatch-phone-')

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) => cache.addAll(shell.map((path) => new Request(path, { cache: 'reload' })))),
  )
})

// Begins to serve when no page of an older build is open any more, or when a person asks for it.
self.addEventListener('message', ({ data }) => {
  if (data === 'start') void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => isOurs(name) && name !== cacheName).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

// Only the files of this page. Calls of the program always go to the server: a kept answer would be an old one.
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.href.startsWith(self.registration.scope)) return
  const key = request.mode === 'navigate' ? './' : request
  event.respondWith(
    caches
      .open(cacheName)
      .then((cache) => cache.match(key, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(request)),
  )
})

// A message that arrives while the page is closed. One that cannot be read is shown all the same: it may be a fire.
const readPush = (data) => {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

self.addEventListener('push', (event) => {
  const { title = 'Emberwatch', body = '', key, link } = readPush(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // Two messages about the same thing do not hide each other.
      ...(key === undefined ? {} : { tag: String(key) }),
      icon: './icon-192.png',
      badge: './icon-192.png',
      requireInteraction: true,
      vibrate: [300, 100, 300, 100, 300],
      data: { link },
    }),
  )
})

// The browser has ended or replaced its subscription, for example after an update. A new one is made at once; the page tells the server of it,
// so a person is asked to open it.
const renewed = {
  zh: ['报警推送需要更新', '请打开本页一次，否则本机可能收不到报警提醒'],
  en: ['Alarm notifications need an update', 'Open this page once, or this phone may not be notified of alarms'],
}

const renewPush = async ({ oldSubscription, newSubscription }) => {
  const options = oldSubscription?.options ?? newSubscription?.options
  if (!newSubscription && options?.applicationServerKey) {
    const { applicationServerKey } = options
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => undefined)
  }
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = windows.filter((client) => client.url.startsWith(self.registration.scope))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a service worker takes none
  for (const client of own) client.postMessage('pushChanged')
  // A hidden page may be frozen, for days, or nobody may be signed in to it.
  if (own.some(({ visibilityState }) => visibilityState === 'visible')) return
  const [title, body] = navigator.language.startsWith('zh') ? renewed.zh : renewed.en
  await self.registration.showNotification(title, { body, tag: 'push-changed', icon: './icon-192.png', requireInteraction: true })
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush(event)))

// Where a link of the console leads on the phone.
const placeOf = (link) => {
  const [, id] = /[?&]id=(\d+)/.exec(link ?? '') ?? []
  if (/alarmLogList/.test(link ?? '')) return id === undefined ? '#/alarms' : `#/alarm/${id}`
  if (/OrderList/.test(link ?? '')) return id === undefined ? '#/orders' : `#/order/${id}`
  return '#/alarms'
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(placeOf(event.notification.data?.link), self.registration.scope).href
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const own = windows.find((client) => client.url.startsWith(self.registration.scope))
    if (!own) return self.clients.openWindow(url)
    await own.focus()
    // The page keeps what is typed in it: it is told where to go, and not loaded anew.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a service worker takes none
    own.postMessage({ go: url.slice(url.indexOf('#')) })
  }
  event.waitUntil(open())
})
