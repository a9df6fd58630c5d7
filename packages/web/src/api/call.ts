import {
  errorCatalogue,
  limits,
  type Endpoint,
  type Envelope,
  type FailureData,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { apiBase } from './base.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { bodyOf, queryOf } from './encode.ts'
import { isCutOff, isLeaving } from './interrupted.ts'
import { currentLanguage, t } from '../i18n/i18n.ts'
import { endSession, requirePasswordChange, useSession } from '../session/session.ts'
import { viewersZone } from '../i18n/viewers-zone.ts'
import { toast } from '../toast.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The caller shows failures itself: no toast, no network alert. An ended session is handled in any case. */
  readonly quiet?: boolean
}

export const requestHeaders = (): Headers => {
  const headers = new Headers({ 'Accept-Language': currentLanguage(), 'Time-Zone': viewersZone })
  const { token } = useSession.getState()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return headers
}

/** The server answers or rejects within 10 s, and a slow connection gets the same time again. A dead connection never answers (ms). */
const answerWithin = 20_000

/**
 * Sends a call and returns the raw response. A network failure or timeout shows an alert (specification section 8) unless
 * `quiet`: somebody who confirmed a fire on a dead connection must learn that it may not have gone through. Uploads have no
 * timeout.
 */
export const send = async (
  entry: Endpoint,
  input: object,
  body: BodyInit | null,
  { signal, quiet }: CallOptions,
): Promise<Response> => {
  const headers = requestHeaders()
  if (entry.method === 'GET') {
    headers.set('Cache-Control', 'no-cache')
    headers.set('Pragma', 'no-cache')
  }
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  const url = `${apiBase}/${entry.path}${entry.method === 'GET' ? queryOf(input) : ''}`
  // The sign-in page must also work in browsers without `AbortSignal.any`, so that they can show that they are too old.
  const ended = new AbortController()
  const end = () => ended.abort(signal?.reason)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  let isLate = false
  const giveUp = () => {
    isLate = true
    ended.abort()
  }
  const timer = body instanceof FormData ? undefined : setTimeout(giveUp, answerWithin)
  try {
    return await fetch(url, {
      method: entry.method,
      headers,
      body,
      signal: ended.signal,
    })
  } catch (error) {
    if (!isLate && isCutOff(error, signal)) throw error
    const isUnsure = isLate && entry.method !== 'GET'
    const failure = new NetworkError(isUnsure ? t(($) => $.errors.noAnswer) : t(($) => $.errors.network))
    if (!quiet && !isLeaving()) toast.error(failure.message)
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

/** Handles a failed envelope as specification section 8 requires, and throws it. */
export const refuse = (
  envelope: Envelope<unknown>,
  usedToken: string | null,
  quiet: boolean | undefined,
  toastFor: number = limits.errorToast,
): never => {
  const { code, msg } = envelope
  const failure = new ApiError(code, msg, (envelope.data as FailureData | null)?.fields)
  if (code === errorCatalogue.sessionInvalid.code) {
    // The answer belongs to a session that has been replaced since, so it says nothing about the current one.
    if (usedToken === useSession.getState().token) endSession(msg)
  } else if (code === errorCatalogue.mustChangePassword.code) requirePasswordChange()
  else if (!quiet) toast.error(msg, toastFor)
  throw failure
}

export const envelopeIn = async (answer: Response, signal?: AbortSignal): Promise<Envelope<unknown>> => {
  try {
    return (await answer.json()) as Envelope<unknown>
  } catch (error) {
    if (isCutOff(error, signal) || isLeaving()) throw error
    // A proxy in between answered with a page of its own.
    return { code: errorCatalogue.unavailable.code, success: false, msg: t(($) => $.errors.network), data: null }
  }
}

/** `call` without types, for kit code that takes any endpoint. */
export const request = async (entry: Endpoint, input: object, options: CallOptions = {}): Promise<unknown> => {
  const { token } = useSession.getState()
  const answer = await send(entry, input, entry.method === 'GET' ? null : bodyOf(input), options)
  const envelope = await envelopeIn(answer, options.signal)
  return envelope.success ? envelope.data : refuse(envelope, token, options.quiet)
}

/** Makes a call of the contract and returns its data. Unless `quiet`, failures have been shown when it throws. */
export const call = <E extends Endpoint>(entry: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>> =>
  request(entry, input as object, options) as Promise<OutputOf<E>>
