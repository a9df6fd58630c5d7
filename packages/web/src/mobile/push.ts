import { useCallback, useEffect, useState } from 'react'
import { call } from './api.ts'
import { calls } from './calls.ts'

/** Whether this phone is notified of alarms and orders while the page is closed. */
export type PushState =
  /** Not known yet. */
  | 'asking'
  /** The browser does not support it: no https, or not installed where that is required. */
  | 'unable'
  /** The operating company has not set up push. */
  | 'notSetUp'
  /** The user has blocked it in the browser. */
  | 'denied'
  | 'off'
  | 'on'

// Browsers without push have none of these, whatever the types say.
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker as ServiceWorkerContainer | undefined
const canPush = (): boolean => 'PushManager' in globalThis && 'Notification' in globalThis && workers() !== undefined

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const current = async (): Promise<PushSubscription | null> => {
  const registration = await workers()?.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

const register = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await call(calls.push.register, { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' })
}

/** Stops notifications on this phone: it is handed on, or the user has switched them off. */
export const stopPush = async (): Promise<void> => {
  const subscription = canPush() ? await current() : null
  if (!subscription) return
  // The browser first: whatever the server still sends then reaches nobody.
  await subscription.unsubscribe()
  await call(calls.push.unregister, { endpoint: subscription.endpoint }).catch(() => undefined)
}

/** Registered again whenever the person is known again, because the server forgets the phones of an account that was signed out everywhere. */
export const keepPush = async (): Promise<void> => {
  const subscription = canPush() ? await current() : null
  if (subscription) await register(subscription)
}

export const usePush = (): { state: PushState; start: () => Promise<void>; stop: () => Promise<void> } => {
  const [state, setState] = useState<PushState>('asking')
  const look = useCallback(async () => {
    if (!canPush()) return setState('unable')
    const { publicKey } = await call(calls.push.key, {})
    if (publicKey === null) return setState('notSetUp')
    if (Notification.permission === 'denied') return setState('denied')
    const subscription = await current()
    // Registered again at every visit: the server may have lost it, or this phone had another user.
    if (subscription) await register(subscription)
    setState(subscription ? 'on' : 'off')
  }, [])
  useEffect(() => {
    look().catch(() => undefined)
  }, [look])
  const start = async () => {
    const { publicKey } = await call(calls.push.key, {})
    if (publicKey === null) return setState('notSetUp')
    if ((await Notification.requestPermission()) !== 'granted') return setState('denied')
    const registration = await workers()?.ready
    if (!registration) return setState('unable')
    await register(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }))
    setState('on')
  }
  const stop = async () => {
    await stopPush()
    setState('off')
  }
  return { state, start, stop }
}
