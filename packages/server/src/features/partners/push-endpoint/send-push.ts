import { pushLimits, type PushBody } from '@emberwatch/contract'
import { receiverTopic } from '@emberwatch/device-link'
import type { Broker } from '../../../platform/broker/broker.ts'
import { failedBy, httpRequest, shortReason } from '../../../platform/channels/http-request.ts'
import { storable } from '../../../platform/storable.ts'
import type { StoredEndpoint } from './push-endpoint.rules.ts'
import { signedHeaders } from './sign-push.ts'

/** What came of one attempt. `pushError` is one of our words (`pushErrors` of the console's texts), or the system's message. */
export interface Attempt {
  readonly delivered: boolean
  readonly statusCode: number | null
  readonly ms: number
  readonly pushError: string | null
  readonly response: string | null
  /** The endpoint asked for this pause. */
  readonly retryAfterMs?: number
}

const shownLength = 500
const longSecret = /[A-Za-z0-9+/_=-]{24,}/g
const address = /[\w.+-]+@[\w-]+\.[\w.-]+/g
const number = /\+?\d[\d -]{5,}\d/g

/** The beginning of an answer as the log keeps it: without our secrets, and without what looks like one, a phone or a mail address. */
const maskedAnswer = (text: string, secrets: readonly string[]): string => {
  const plain = secrets.filter((secret) => secret.length > 0).reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
  return storable(plain.replaceAll(longSecret, '***').replaceAll(address, '***').replaceAll(number, '***')).slice(0, shownLength)
}

const authorization = (
  { push_auth: auth, push_user: user }: Pick<StoredEndpoint, 'push_auth' | 'push_user'>,
  [secret = '']: readonly string[],
): Record<string, string> => {
  if (auth === 'basic') return { authorization: `Basic ${Buffer.from(`${user ?? ''}:${secret}`).toString('base64')}` }
  return auth === 'bearer' ? { authorization: `Bearer ${secret}` } : {}
}

const longestPauseMs = 3_600_000

/** `Retry-After` in seconds or as a date, within bounds. */
const retryAfterOf = (header: string | undefined, at: Date): number | undefined => {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - at.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1_000), longestPauseMs) : undefined
}

const asksForPause = new Set([429, 503])

const wordOf = (status: number): string | null => (status >= 300 && status < 400 ? 'redirect' : null)

export interface PushTarget {
  readonly endpoint: StoredEndpoint
  readonly secrets: readonly string[]
  readonly eventId: string
  readonly body: PushBody
}

/** Pushes over HTTP. Follows no redirect, and reaches private addresses only where the operator has allowed it. */
export const sendOverHttp = async (
  { endpoint, secrets, eventId, body }: PushTarget,
  at: Date,
  stopping: AbortSignal,
): Promise<Attempt> => {
  const began = performance.now()
  const ms = (): number => Math.round(performance.now() - began)
  const limit = AbortSignal.timeout(pushLimits.timeoutMs)
  const text = JSON.stringify(body)
  const signIn = authorization(endpoint, secrets)
  const hidden = [...secrets, ...Object.values(signIn).flatMap((value) => value.split(' ').slice(1))]
  try {
    const answer = await httpRequest({
      method: 'POST',
      url: endpoint.url ?? '',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Emberwatch',
        ...signIn,
        ...signedHeaders(endpoint.push_auth === 'hmac' ? secrets : [], eventId, at, text),
      },
      body: text,
      allowPrivate: endpoint.allow_private,
      signal: AbortSignal.any([limit, stopping]),
    })
    const { status } = answer
    const pause = asksForPause.has(status) ? retryAfterOf(answer.headers['retry-after'], at) : undefined
    return {
      delivered: status >= 200 && status < 300,
      statusCode: status,
      ms: ms(),
      pushError: wordOf(status),
      response: maskedAnswer(answer.text, hidden),
      ...(pause === undefined ? {} : { retryAfterMs: pause }),
    }
  } catch (error) {
    const { reason } = failedBy(error, limit)
    const pushError = limit.aborted
      ? 'noAnswer'
      : reason.endsWith('of a private network')
        ? 'privateAddress'
        : shortReason(reason)
    return { delivered: false, statusCode: null, ms: ms(), pushError, response: null }
  }
}

/** Publishes to the endpoint's own topic and waits for its acknowledgement. */
export const sendOverMqtt = async (
  broker: Pick<Broker, 'deliver'>,
  { endpoint, body }: PushTarget,
  at: Date,
  stopping: AbortSignal,
): Promise<Attempt> => {
  const began = performance.now()
  const limit = AbortSignal.any([AbortSignal.timeout(pushLimits.timeoutMs), stopping])
  const result = (delivered: boolean, pushError: string | null): Attempt => ({
    delivered,
    statusCode: null,
    ms: Math.round(performance.now() - began),
    pushError,
    response: null,
  })
  const late = new Promise<'late'>((resolve) => limit.addEventListener('abort', () => resolve('late'), { once: true }))
  const until = new Date(at.getTime() + pushLimits.timeoutMs)
  try {
    const acknowledgedBy = await Promise.race([broker.deliver(receiverTopic(endpoint.code), JSON.stringify(body), until), late])
    if (acknowledgedBy === 'gateway') return result(true, null)
    return result(false, acknowledgedBy === 'late' ? 'noAnswer' : 'notConnected')
  } catch (error) {
    return result(false, failedBy(error, limit).reason)
  }
}
