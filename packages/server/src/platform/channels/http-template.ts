import { settingOf, wordIn, type Adapter, type Callback, type ProviderConfig } from './adapter.ts'
import { failedBy, httpRequest, jsonOf, shortReason, textAt, valueAt } from './http-request.ts'
import type { Outgoing, Receipt, Sent } from './provider.ts'

const variables = (message: Outgoing): Readonly<Record<string, string>> => ({
  phone: message.phone,
  title: message.title,
  content: message.content,
  key: message.key,
  language: message.language,
  template: message.templateCode ?? '',
  receiptUrl: message.receiptUrl,
  ...Object.fromEntries(Object.entries(message.params).map(([name, value]) => [`params.${name}`, String(value)])),
})

/** Fills in a template. Each value is escaped for its place: inside a JSON string, or as a form value. An unknown variable is empty. */
const filledIn = (template: string, message: Outgoing, format: 'json' | 'form'): string => {
  const known = variables(message)
  const escaped = (value: string): string => (format === 'json' ? JSON.stringify(value).slice(1, -1) : encodeURIComponent(value))
  return template.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (_all, name: string) =>
    escaped(Object.hasOwn(known, name) ? (known[name] ?? '') : ''),
  )
}

/** Many providers answer a refusal with an id that is there but empty. */
const isNone = (id: unknown): boolean =>
  typeof id === 'object' ? Object.keys(id ?? {}).length === 0 : id === undefined || id === false || String(id).trim() === ''

const isPage = (text: string): boolean => /^\s*<(!doctype html|html)/i.test(text)

const types = { json: 'application/json; charset=utf-8', form: 'application/x-www-form-urlencoded' } as const

const send = async ({ settings, secrets }: ProviderConfig, message: Outgoing, signal: AbortSignal): Promise<Sent> => {
  const { headerName, refPath, successPath, successValue, bodyFormat = 'json' } = settings
  try {
    const { status, text, complete } = await httpRequest({
      method: 'POST',
      url: settingOf(settings.url, 'url'),
      headers: {
        'content-type': types[bodyFormat],
        'idempotency-key': message.key,
        ...(headerName && secrets.headerValue ? { [headerName]: secrets.headerValue } : {}),
      },
      body: filledIn(settingOf(settings.body, 'body'), message, bodyFormat),
      allowPrivate: settings.allowPrivate ?? false,
      signal,
    })
    const answer = jsonOf(text)
    const reason = shortReason(`${status} ${text}`)
    if (status === 400 || status === 422) return { result: 'rejected', reason }
    if (status < 200 || status >= 300) return { result: 'failed', reason }
    const ref = refPath ? textAt(answer, refPath) : null
    // The id may be in the rest of it.
    if (!complete && !successPath && ref === null) return { result: 'accepted', ref }
    // A status alone proves nothing: a page that announces maintenance has it as well.
    if (
      successPath
        ? valueAt(answer, successPath) === undefined
        : refPath
          ? isNone(valueAt(answer, refPath)) && text !== ''
          : isPage(text)
    )
      return { result: 'failed', reason }
    if (successPath && String(valueAt(answer, successPath)) !== (successValue ?? 'true')) return { result: 'rejected', reason }
    return { result: 'accepted', ref }
  } catch (error) {
    return failedBy(error, signal)
  }
}

/** Words that most APIs use; the setting adds a provider's own. */
const words: Readonly<Record<string, Receipt['state']>> = {
  delivered: 'delivered',
  delivrd: 'delivered',
  success: 'delivered',
  read: 'read',
  answered: 'answered',
  completed: 'answered',
  busy: 'busy',
  noanswer: 'noAnswer',
  'no-answer': 'noAnswer',
  refused: 'refused',
  rejected: 'refused',
  failed: 'failed',
  undelivered: 'failed',
  undeliv: 'failed',
  expired: 'failed',
}
const known: ReadonlySet<string> = new Set(Object.values(words))

const isState = (word: string): word is Receipt['state'] => known.has(word)

/** `DELIVRD=delivered, 3=busy` as a table. */
export const receiptWords = (setting: string | undefined): ReadonlyMap<string, Receipt['state']> =>
  new Map(
    (setting ?? '').split(/[,\n]/).flatMap((entry) => {
      const [word = '', state = ''] = entry.split('=').map((part) => part.trim())
      return word !== '' && isState(state) ? [[word.toLowerCase(), state] as const] : []
    }),
  )

const plain = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const rowsOf = ({ query, body }: Callback): Record<string, unknown>[] =>
  Array.isArray(body) ? body.map(plain) : [{ ...query, ...plain(body) }]

/** The content of one receipt: the message, the word used, and its meaning. */
const readRow = (row: Record<string, unknown>, own: ReadonlyMap<string, Receipt['state']>) => {
  const text = (name: string): string => textAt(row, name) ?? ''
  const word = text('state') || text('status')
  const taken = text('digits') === '1'
  const state = taken ? ('answered' as const) : (own.get(word.toLowerCase()) ?? wordIn(words, word.toLowerCase()))
  return { ref: text('key') || text('ref') || text('id'), word, taken, state, reason: text('reason') }
}

/**
 * Any provider with an HTTP API, by a template of its request. Receipts name our key or its message id (`key`, `ref` or `id`), a `state`,
 * and for calls the pressed key (`digits`).
 */
const httpTemplate: Adapter = {
  open: (config) => ({ send: (message, signal) => send(config, message, signal) }),
  receipts: (callback, { settings }) => {
    const own = receiptWords(settings.receiptStates)
    return rowsOf(callback).flatMap((row): Receipt[] => {
      const { ref, state, taken, word, reason: said } = readRow(row, own)
      if (ref === '' || state === undefined) return []
      const reason = state === 'failed' ? { reason: shortReason(said || word) } : {}
      return [{ ref, state, ...reason, ...(taken ? { taken } : {}) }]
    })
  },
  unknownWord: (callback, { settings }) => {
    const own = receiptWords(settings.receiptStates)
    const found = rowsOf(callback)
      .map((row) => readRow(row, own))
      .find(({ ref, word, state }) => ref !== '' && word !== '' && state === undefined)
    return found ? shortReason(found.word) : null
  },
}

/** SMS over any provider with an HTTP API. */
export const httpSms = httpTemplate

/** Voice calls over any provider with an HTTP API. */
export const httpVoice = httpTemplate
