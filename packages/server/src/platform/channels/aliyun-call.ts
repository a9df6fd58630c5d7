import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { ProviderSecrets, ProviderSettings } from '@emberwatch/contract'
import { systemClock } from '../context.ts'
import { storable } from '../storable.ts'
import { settingOf } from './adapter.ts'
import { httpRequest, jsonOf } from './http-request.ts'

const algorithm = 'ACS3-HMAC-SHA256'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** RFC 3986, which encodes more characters than `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The parameters sorted by name, as used in the signature and in the request. */
const canonicalQuery = (params: Readonly<Record<string, string>>): string =>
  Object.keys(params)
    .sort()
    .map((name) => `${encode(name)}=${encode(params[name] ?? '')}`)
    .join('&')

/** What Aliyun says about a call. Null: it has taken it (2xx), but the rest of its answer has not come. */
export interface AliyunAnswer {
  readonly Code: string
  readonly Message: string
  readonly BizId?: string
  readonly CallId?: string
}

/** One call of an Aliyun product with an RPC-style API: parameters in the query, signed by signature method V3. */
export const aliyunCall = async (
  {
    action,
    version,
    params,
  }: { readonly action: string; readonly version: string; readonly params: Readonly<Record<string, string>> },
  { settings, secrets }: { readonly settings: ProviderSettings; readonly secrets: ProviderSecrets },
  signal: AbortSignal,
): Promise<AliyunAnswer | null> => {
  const base = new URL(settingOf(settings.endpoint, 'endpoint'))
  const query = canonicalQuery(params)
  const hashedBody = sha256('')
  const headers: Record<string, string> = {
    host: base.host,
    'x-acs-action': action,
    'x-acs-content-sha256': hashedBody,
    'x-acs-date': systemClock
      .now()
      .toISOString()
      .replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': version,
  }
  const names = Object.keys(headers).sort()
  const canonicalHeaders = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const request = ['POST', '/', query, canonicalHeaders, names.join(';'), hashedBody].join('\n')
  const signature = createHmac('sha256', settingOf(secrets.accessKeySecret, 'accessKeySecret'))
    .update(`${algorithm}\n${sha256(request)}`)
    .digest('hex')
  const credential = settingOf(settings.accessKeyId, 'accessKeyId')
  const { status, text, complete } = await httpRequest({
    method: 'POST',
    url: `${base.origin}/?${query}`,
    headers: {
      ...headers,
      accept: 'application/json',
      authorization: `${algorithm} Credential=${credential},SignedHeaders=${names.join(';')},Signature=${signature}`,
    },
    body: '',
    allowPrivate: settings.allowPrivate ?? false,
    signal,
  })
  const answer = jsonOf(text) as Partial<AliyunAnswer> | undefined
  if (answer === undefined && status >= 200 && status < 300 && !complete) return null
  if (typeof answer?.Code !== 'string') throw new Error(`unexpected answer, status ${status}`)
  return { Message: '', ...answer, Code: answer.Code }
}

/** Mainland numbers without the country prefix; all others as country code and number. */
export const aliyunNumber = (phone: string): string =>
  phone
    .replaceAll(/[^\d+]/g, '')
    .replace(/^(\+|00)86/, '')
    .replace(/^(\+|00)/, '')

/** The answer that Aliyun expects to receipts. */
export const aliyunReply = { type: 'application/json', body: '{"code":0,"msg":"OK"}' }

/** The receipts of one push request, which is a list. */
export const receiptRows = (body: unknown): Record<string, unknown>[] =>
  (Array.isArray(body) ? body : [body]).filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? storable(String(value)) : ''
