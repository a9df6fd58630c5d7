import { create } from 'zustand'

/** A service worker of a newer build that waits until nobody is disturbed. */
const useWaiting = create<{ worker: ServiceWorker | null }>(() => ({ worker: null }))

/** Keeps the page on the phone. Only browsers that have the page over https do that. */
export const keepPage = async (): Promise<void> => {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers || import.meta.env.DEV) return
  const hadOne = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    // The first one takes over silently; a newer one was asked for.
    if (hadOne) location.reload()
  })
  // A notification that was tapped.
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

/** Starts the newer version, if one waits. Drafts and waiting steps are kept. */
export const useNewVersion = (): (() => void) | null => {
  const worker = useWaiting((state) => state.worker)
  return worker ? () => worker.postMessage('start', []) : null
}
