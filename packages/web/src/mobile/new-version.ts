import { create } from 'zustand'

/** The service worker of a newer build, which waits until it disturbs nobody. */
const useWaiting = create<{ worker: ServiceWorker | null }>(() => ({ worker: null }))

/** Stores the page on the phone. Browsers only do that over https. */
export const keepPage = async (): Promise<void> => {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers || import.meta.env.DEV) return
  const hadOne = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    // The first one takes over silently; a newer one does so after the user has agreed.
    if (hadOne) location.reload()
  })
  // The user tapped a notification.
  workers.addEventListener('message', ({ data }: MessageEvent<{ go?: unknown }>) => {
    if (typeof data.go === 'string' && data.go.startsWith('#/')) location.hash = data.go
  })
  const registration = await workers.register('./sw.js')
  const offer = () => {
    if (registration.waiting && workers.controller) useWaiting.setState({ worker: registration.waiting })
  }
  offer()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })
}

/** Starts the newer version, if one is waiting. Drafts and waiting steps are kept. */
export const useNewVersion = (): (() => void) | null => {
  const worker = useWaiting((state) => state.worker)
  return worker ? () => worker.postMessage('start', []) : null
}
