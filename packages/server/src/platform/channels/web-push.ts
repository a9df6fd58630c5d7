import type { RequestOptions } from 'web-push'
import { settingOf, type Adapter, type ProviderConfig } from './adapter.ts'
import { failedBy, httpRequest, shortReason } from './http-request.ts'
import type { Outgoing, Sent } from './provider.ts'
import { isNamed, isPushAddress } from './push-address.ts'
import { areBrowserKeys } from './push-keys.ts'

/** An alarm that arrives an hour late is useless. */
const timeToLiveS = 3_600
/** The most that push services accept; the rest of a long text stays in the record. */
const textBytes = 2_800

const payloadOf = ({ title, content, key, params }: Outgoing): string => {
  const body = Buffer.from(content)
    .subarray(0, textBytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
  return JSON.stringify({ title, body, key, ...(typeof params['link'] === 'string' ? { link: params['link'] } : {}) })
}

type Subscription = Outgoing['subscriptions'][number]

const sendTo = async (
  config: ProviderConfig,
  message: Outgoing,
  subscription: Subscription,
  signal: AbortSignal,
): Promise<Sent> => {
  const { settings, keys } = config
  const { publicKey, privateKey } = settingOf(keys, 'keys')
  const options: RequestOptions = {
    TTL: timeToLiveS,
    urgency: 'high',
    vapidDetails: { subject: settingOf(settings.subject, 'subject'), publicKey, privateKey },
  }
  try {
    const { endpoint, keys: theirs } = subscription
    // Checked again, because the settings may have changed since the browser was registered.
    if (!isPushAddress(endpoint, settings.pushHosts))
      return { result: 'rejected', reason: 'not the address of a push service', unasked: true }
    if (!areBrowserKeys(theirs)) {
      // Nothing can ever reach it, so it does not count as a phone.
      config.onGone(endpoint, 'not the keys of a browser', true)
      return { result: 'rejected', reason: 'not the keys of a browser', unasked: true }
    }
    const { default: webPushLibrary } = await import('web-push')
    const { headers, body } = webPushLibrary.generateRequestDetails({ endpoint, keys: theirs }, payloadOf(message), options)
    const { status, text } = await httpRequest({
      method: 'POST',
      url: endpoint,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      ...(body ? { body } : {}),
      allowPrivate: isNamed(endpoint, settings.pushHosts),
      signal,
    })
    if (status >= 200 && status < 300) return { result: 'accepted', ref: null }
    const reason = shortReason(`${status} ${text}`)
    const isGone = status === 404 || status === 410
    // 401 and 403: it does not take our key. Another provider may have the right one, if it is not known with which it was made, or our clock
    // may be wrong.
    if (isGone || status === 401 || status === 403) config.onGone(endpoint, reason, isGone)
    if (final.has(status)) return { result: 'rejected', reason }
    // Each browser chooses its own push service. One that does not work must not stop messages to all others.
    return { result: 'failed', reason, ofReceiver: true }
  } catch (error) {
    return { result: 'failed', ofReceiver: true, reason: failedBy(error, signal).reason }
  }
}

/** Answers after which the same message is not sent again. */
const final: ReadonlySet<number> = new Set([400, 401, 403, 404, 410, 413])

/** Push messages to the browsers and phones of an account. It is enough if one accepts. */
export const webPush: Adapter = {
  open: (config) => ({
    async send(message, signal) {
      if (message.subscriptions.length === 0)
        return { result: 'rejected', reason: 'no phone is registered for push messages', unasked: true }
      const own = message.subscriptions.filter(({ publicKey }) => publicKey === null || publicKey === config.keys?.publicKey)
      // The provider whose key it is comes next, if there is one.
      if (own.length === 0) return { result: 'rejected', reason: 'no phone is registered with this key', unasked: true }
      const all = await Promise.all(own.map((each) => sendTo(config, message, each, signal)))
      return (
        all.find(({ result }) => result === 'accepted') ??
        all.find(({ result }) => result === 'failed') ??
        all.find((each) => !('unasked' in each)) ??
        all[0] ?? { result: 'rejected', reason: '' }
      )
    },
  }),
}

/** This installation's keys, with which browsers subscribe. */
export const newPushKeys = async (): Promise<{ publicKey: string; privateKey: string }> =>
  (await import('web-push')).default.generateVAPIDKeys()
