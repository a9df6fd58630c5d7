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
import { viewersZone } from '../kit/time.tsx'
import { toast } from '../kit/toast.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** The caller shows failures itself: no toast, no network alert. An ended session is handled all the same. */
  quiet?: boolean
}

export const requestHeaders = (): Headers => {
  const headers = new Headers({ 'Accept-Language': currentLanguage(), 'Time-Zone': viewersZone })
  const { token } = useSession.getState()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return headers
}

/** The server answers or refuses within 10 s; a slow line has as long again. A dead one says nothing at all (ms). */
const answerWithin = 20_000

/**
 * Sends a call and gives the raw answer; a network failure alerts (specification section 8) unless `quiet`. So does no answer: whoever has confirmed a fire
 * on a dead line must hear that it may not have gone through. An upload takes as long as it takes.
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
  const late = new AbortController()
  const timer = body instanceof FormData ? undefined : setTimeout(() => late.abort(), answerWithin)
  try {
    return await fetch(url, {
      method: entry.method,
      headers,
      body,
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    })
  } catch (error) {
    if (!late.signal.aborted && isCutOff(error, signal)) throw error
    const isUnsure = late.signal.aborted && entry.method !== 'GET'
    const failure = new NetworkError(isUnsure ? t(($) => $.errors.noAnswer) : t(($) => $.errors.network))
    if (!quiet && !isLeaving()) toast.error(failure.message)
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

/** Turns a failed envelope into what the specification's section 8 asks for, and throws it. */
export const refuse = (
  envelope: Envelope<unknown>,
  usedToken: string | null,
  quiet: boolean | undefined,
  toastFor: number = limits.errorToast,
): never => {
  const { code, msg } = envelope
  const failure = new ApiError(code, msg, (envelope.data as FailureData | null)?.fields)
  if (code === errorCatalogue.sessionInvalid.code) {
    // An answer to a session that has been replaced in the meantime says nothing about the present one.
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

/** `call` without types, for the kits that take any endpoint. */
export const request = async (entry: Endpoint, input: object, options: CallOptions = {}): Promise<unknown> => {
  const { token } = useSession.getState()
  const answer = await send(entry, input, entry.method === 'GET' ? null : bodyOf(input), options)
  const envelope = await envelopeIn(answer, options.signal)
  return envelope.success ? envelope.data : refuse(envelope, token, options.quiet)
}

/** Makes a call of the contract and gives its data; failures have been shown when it throws, unless `quiet`. */
export const call = <E extends Endpoint>(entry: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>> =>
  request(entry, input as object, options) as Promise<OutputOf<E>>
