import { create } from 'zustand'
import type { Envelope, FailureData } from '@emberwatch/contract'
import { calls, type CallInput, type CallOutput, type PhoneCall } from './calls.ts'
import { language, t } from './texts.ts'
import { endSession, useSession } from './session.ts'

/** Whether the server can be reached. The browser's own view of its network is not reliable, for example in a cellar. */
export const useConnection = create<{ offlineSince: number | null; heardAt: number | null }>(() => ({
  offlineSince: navigator.onLine ? null : Date.now(),
  heardAt: null,
}))

export const heardFromServer = (): void => useConnection.setState({ offlineSince: null, heardAt: Date.now() })

const notReached = (): void => useConnection.setState(({ offlineSince }) => ({ offlineSince: offlineSince ?? Date.now() }))

addEventListener('offline', notReached)

/** The server has answered with a refusal. */
export class Refused extends Error {
  readonly code: number
  readonly status: number
  readonly fields: NonNullable<FailureData['fields']>

  constructor(status: number, code: number, message: string, fields: NonNullable<FailureData['fields']> = []) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** There was no answer, or none from the server itself: the request may be sent again. */
export class Unreached extends Error {
  /** The server itself reported a failure of this very call. */
  readonly failed: boolean

  constructor(failed = false) {
    super(t.notReached)
    this.name = 'Unreached'
    this.failed = failed
  }
}

const base = new URL('../api/', document.baseURI).href
/** The code of an ended session (contract: errors.ts). */
const sessionInvalid = 103
/** A dead connection never answers, but a photo takes its time over a bad network (ms). */
const answerWithin = 20_000
const photoWithin = 120_000

/** Statuses after which the same request may succeed later: timeout, too many requests, or something in between is down. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

const headersOf = (requestId?: string): Headers => {
  const headers = new Headers({
    'Accept-Language': language,
    'Time-Zone': new Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const { token } = useSession.getState()
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  if (requestId !== undefined) headers.set('Idempotency-Key', requestId)
  return headers
}

const fetchFrom = async (url: string, init: RequestInit, timeoutMs: number): Promise<Response> => {
  try {
    const answer = await fetch(url, { ...init, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    heardFromServer()
    return answer
  } catch {
    notReached()
    throw new Unreached()
  }
}

const dataOf = async (answer: Response, usedToken: string | null): Promise<unknown> => {
  const envelope = (await answer.json().catch(() => null)) as Envelope<unknown> | null
  // A proxy in between answered with a page of its own.
  if (envelope === null || isPassing(answer.status)) throw new Unreached(envelope !== null && answer.status === 500)
  if (envelope.success) return envelope.data
  if (envelope.code === sessionInvalid && usedToken === useSession.getState().token) endSession(envelope.msg)
  throw new Refused(answer.status, envelope.code, envelope.msg, (envelope.data as FailureData | null)?.fields)
}

const queryOf = (input: object): string => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** @throws Unreached if it may be sent again, Refused if the server refuses it */
export const call = async <C extends PhoneCall>(
  { method, path }: C,
  input: CallInput<C>,
  requestId?: string,
): Promise<CallOutput<C>> => {
  const { token } = useSession.getState()
  const headers = headersOf(requestId)
  if (method === 'POST') headers.set('Content-Type', 'application/json')
  const url = `${base}${path}${method === 'GET' ? queryOf(input) : ''}`
  const body = method === 'POST' ? JSON.stringify(input) : null
  return (await dataOf(await fetchFrom(url, { method, headers, body }, answerWithin), token)) as CallOutput<C>
}

/** Opens the live stream. @throws Unreached, Refused */
export const openStream = async (
  given: Record<string, string>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  const { token } = useSession.getState()
  const headers = headersOf()
  for (const [name, value] of Object.entries(given)) headers.set(name, value)
  const answer = await fetch(`${base}${calls.live.stream.path}`, { headers, signal, cache: 'no-store' })
  if (answer.ok && answer.body) return answer.body
  await dataOf(answer, token)
  throw new Unreached()
}

/** Stores a photo on the server and returns its id. */
export const uploadPhoto = async (photo: Blob): Promise<string> => {
  const { token } = useSession.getState()
  const body = new FormData()
  body.set('purpose', 'photo')
  body.set('file', photo, 'photo.jpg')
  const answer = await fetchFrom(`${base}file/upload`, { method: 'POST', headers: headersOf(), body }, photoWithin)
  return String(await dataOf(answer, token))
}

export const readPhoto = async (id: string): Promise<Blob> => {
  const { token } = useSession.getState()
  const answer = await fetchFrom(`${base}file/read?id=${id}`, { headers: headersOf() }, photoWithin)
  if (!answer.ok) await dataOf(answer, token)
  return answer.blob()
}
