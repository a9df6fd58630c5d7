import { useCallback, useEffect, useState } from 'react'
import { call } from './api.ts'
import { calls } from './calls.ts'

/** Whether this phone is told of alarms and orders while the page is closed. */
export type PushState =
  /** Not known yet. */
  | 'asking'
  /** The browser cannot: no https, or not installed where that is needed. */
  | 'unable'
  /** The operating company has not set push up. */
  | 'notSetUp'
  /** The person has forbidden it in the browser. */
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

/** This phone tells nobody any more: it is handed on, or the person has switched it off. */
export const stopPush = async (): Promise<void> => {
  const subscription = canPush() ? await current() : null
  if (!subscription) return
  // The browser is asked first: whatever the server still sends reaches nobody then.
  await subscription.unsubscribe()
  await call(calls.push.unregister, { endpoint: subscription.endpoint }).catch(() => undefined)
}

/** Told again whenever this person is known anew: the server forgets the phones of anyone who was signed out everywhere. */
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
    // Told again at every look: the server may have lost it, or this phone had another person.
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
