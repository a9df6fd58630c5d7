import { createHmac, timingSafeEqual } from 'node:crypto'
import { settingOf, type Callback, type ProviderConfig } from './adapter.ts'
import { failedBy, httpRequest, jsonOf, shortReason, textAt } from './http-request.ts'
import type { Provider, Sent } from './provider.ts'

type Config = Pick<ProviderConfig, 'settings' | 'secrets'>

const request = (
  { settings, secrets }: Config,
  method: 'GET' | 'POST',
  resource: string,
  form: URLSearchParams | null,
  signal: AbortSignal,
) => {
  const account = settingOf(settings.accountSid, 'accountSid')
  const credentials = Buffer.from(`${account}:${settingOf(secrets.authToken, 'authToken')}`).toString('base64')
  return httpRequest({
    method,
    url: `${new URL(settingOf(settings.endpoint, 'endpoint')).origin}/2010-04-01/Accounts/${account}/${resource}.json`,
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(form ? { body: form.toString() } : {}),
    allowPrivate: settings.allowPrivate ?? false,
    signal,
  })
}

/** Creates a message or a call. A 400 from Twilio is about this message; everything else is about Twilio or our account. */
export const twilioCreate = async (
  config: Config,
  resource: 'Messages' | 'Calls',
  form: URLSearchParams,
  signal: AbortSignal,
): Promise<Sent> => {
  try {
    const { status, text, complete } = await request(config, 'POST', resource, form, signal)
    const answer = jsonOf(text)
    const ref = textAt(answer, 'sid')
    if (status >= 200 && status < 300 && ref !== null) {
      const segments = Number(textAt(answer, 'num_segments') ?? Number.NaN)
      return { result: 'accepted', ref, ...(Number.isInteger(segments) && segments > 0 ? { segments } : {}) }
    }
    if (status >= 200 && status < 300 && !complete) return { result: 'accepted', ref }
    const reason = shortReason(`${textAt(answer, 'code') ?? status} ${textAt(answer, 'message') ?? ''}`)
    return { result: status === 400 ? 'rejected' : 'failed', reason }
  } catch (error) {
    return failedBy(error, signal)
  }
}

export const twilioBalance =
  (config: Config): NonNullable<Provider['balance']> =>
  async (signal) => {
    const { status, text } = await request(config, 'GET', 'Balance', null, signal)
    const answer = jsonOf(text)
    const amount = Number(textAt(answer, 'balance') ?? Number.NaN)
    if (status !== 200 || !Number.isFinite(amount)) throw new Error(shortReason(`${status} ${textAt(answer, 'message') ?? ''}`))
    return { amount, currency: textAt(answer, 'currency') ?? '' }
  }

/** The fields of a form that we received. */
export const formOf = (body: unknown): Record<string, string> =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {}

/** Twilio signs the address it called and all fields, sorted by name (X-Twilio-Signature). */
export const isSigned = ({ url, body, headers }: Callback, authToken: string): boolean => {
  const given = headers['x-twilio-signature']
  if (typeof given !== 'string') return false
  const form = formOf(body)
  const fields = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`)
    .join('')
  const expected = createHmac('sha1', authToken)
    .update(url + fields)
    .digest()
  const shown = Buffer.from(given, 'base64')
  return shown.length === expected.length && timingSafeEqual(shown, expected)
}

/** Puts our key into the address of a receipt, which may arrive before the commit that stores Twilio's id. */
export const withKey = (receiptUrl: string, key: string): string => `${receiptUrl}?key=${key}`
/** The key from the address, or else Twilio's id. */
export const refOf = ({ query, body }: Callback, name: 'MessageSid' | 'CallSid'): string =>
  query['key'] ?? formOf(body)[name] ?? ''
