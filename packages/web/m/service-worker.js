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
