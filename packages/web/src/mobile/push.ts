import { useCallback, useEffect, useState } from 'react'
import { create } from 'zustand'
import { browserStore } from '../storage.ts'
import { call, Unreached } from './api.ts'
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
  /** It was on, and messages no longer reach this phone. */
  | 'ended'

/** What a person must learn at the next opening: notifications had stopped, and are on again or not. */
export const usePushTrouble = create<{ trouble: 'ended' | 'renewed' | null }>(() => ({ trouble: null }))
export const dismissPushTrouble = (): void => usePushTrouble.setState({ trouble: null })

// Browsers without push have none of these, whatever the types say.
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker as ServiceWorkerContainer | undefined
const canPush = (): boolean => 'PushManager' in globalThis && 'Notification' in globalThis && workers() !== undefined

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const current = async (): Promise<PushSubscription | null> => {
  const registration = await workers()?.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

const base64UrlOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** The address of this phone's subscription as long as the person wants notifications: the browser may lose the subscription itself. */
const wantedKey = 'ew.phone.push'

/** Tells the server of a subscription. Returns whether messages reach it. */
const register = async (subscription: PushSubscription, replaces?: string): Promise<boolean> => {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  // Some browsers do not say it.
  const key = subscription.options.applicationServerKey as ArrayBuffer | null | undefined
  const { live } = await call(calls.push.register, {
    endpoint,
    p256dh: keys['p256dh'] ?? '',
    auth: keys['auth'] ?? '',
    ...(key ? { publicKey: base64UrlOf(key) } : {}),
    ...(replaces === undefined ? {} : { replaces }),
  })
  if (live) browserStore.setItem(wantedKey, endpoint)
  return live
}

const subscribe = async (publicKey: string): Promise<PushSubscription | undefined> => {
  const registration = await workers()?.ready
  return registration?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
}

/** Subscribes anew with the platform's present key. Returns whether that has worked. */
const renew = async (old: PushSubscription | null, publicKey: string, replaces: string): Promise<boolean> => {
  try {
    if (Notification.permission !== 'granted') return false
    // Without a subscription, only this tells the next opening that notifications are wanted.
    browserStore.setItem(wantedKey, replaces)
    // A browser has one subscription only, and keeps it if another key is asked for.
    await old?.unsubscribe()
    const subscription = await subscribe(publicKey)
    return subscription !== undefined && (await register(subscription, replaces))
  } catch (error) {
    // Without a network nothing is known; asked again at the next opening.
    if (error instanceof Unreached) throw error
    return false
  }
}

/** Registered again at every opening: the server may have forgotten this phone, or its subscription may have ended without a word. */
const check = async (publicKey: string): Promise<'on' | 'off' | 'ended'> => {
  const subscription = await current()
  const wanted = browserStore.getItem(wantedKey)
  // Renewed by the browser itself: the server forgets the old one, or it would say for ever that messages no longer arrive.
  const replaces = wanted === null || wanted === subscription?.endpoint ? undefined : wanted
  if (subscription && (await register(subscription, replaces))) return 'on'
  const former = subscription?.endpoint ?? wanted
  if (former === null) return 'off'
  const isRenewed = await renew(subscription, publicKey, former)
  usePushTrouble.setState({ trouble: isRenewed ? 'renewed' : 'ended' })
  return isRenewed ? 'on' : 'ended'
}

let checking: ReturnType<typeof check> | undefined
/** Once at a time: the page and its setting may ask at the same moment. */
const checkPush = (publicKey: string): ReturnType<typeof check> =>
  (checking ??= check(publicKey).finally(() => (checking = undefined)))

/** Stops notifications on this phone: it is handed on, or the user has switched them off. */
export const stopPush = async (): Promise<void> => {
  browserStore.removeItem(wantedKey)
  dismissPushTrouble()
  const subscription = canPush() ? await current() : null
  if (!subscription) return
  // The browser first: whatever the server still sends then reaches nobody.
  await subscription.unsubscribe()
  await call(calls.push.unregister, { endpoint: subscription.endpoint }).catch(() => undefined)
}

/** Registered again whenever the person is known again, because the server forgets the phones of an account that was signed out everywhere. */
export const keepPush = async (): Promise<void> => {
  if (!canPush()) return
  const { publicKey } = await call(calls.push.key, {})
  if (publicKey !== null) await checkPush(publicKey)
  // Nobody sends any more what the person still expects.
  else if (browserStore.getItem(wantedKey) !== null) usePushTrouble.setState({ trouble: 'ended' })
}

// The browser has replaced its subscription while the page is open (service-worker.js).
workers()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'pushChanged') keepPush().catch(() => undefined)
})

export const usePush = (): { state: PushState; start: () => Promise<void>; stop: () => Promise<void> } => {
  const [state, setState] = useState<PushState>(canPush() ? 'asking' : 'unable')
  const look = useCallback(async () => {
    if (!canPush()) return
    const { publicKey } = await call(calls.push.key, {})
    if (publicKey === null) return setState('notSetUp')
    if (Notification.permission === 'denied') return setState('denied')
    setState(await checkPush(publicKey))
  }, [])
  useEffect(() => {
    look().catch(() => undefined)
  }, [look])
  const start = async () => {
    const { publicKey } = await call(calls.push.key, {})
    if (publicKey === null) return setState('notSetUp')
    if ((await Notification.requestPermission()) !== 'granted') return setState('denied')
    const old = await current()
    await old?.unsubscribe()
    const subscription = await subscribe(publicKey)
    if (!subscription) return setState('unable')
    const former = old?.endpoint ?? browserStore.getItem(wantedKey) ?? subscription.endpoint
    const isLive = await register(subscription, former)
    if (isLive) dismissPushTrouble()
    setState(isLive ? 'on' : 'ended')
  }
  const stop = async () => {
    await stopPush()
    setState('off')
  }
  return { state, start, stop }
}
