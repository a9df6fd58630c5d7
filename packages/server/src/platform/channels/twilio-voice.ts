import { settingOf, wordIn, type Adapter, type Callback } from './adapter.ts'
import type { Outgoing, Receipt } from './provider.ts'
import { formOf, isSigned, refOf, twilioBalance, twilioCreate, withKey } from './twilio-call.ts'

const voices = { zh: 'cmn-CN', en: 'en-US' } as const
const said = {
  zh: {
    taken: '已由您接管。',
    notTaken: '未能接管，请在控制台中处理。',
    again: '再播报一遍。',
  },
  en: {
    taken: 'You have taken it over.',
    notTaken: 'It could not be taken over. Please use the console.',
    again: 'Once more.',
  },
} as const

const xml = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const say = (language: 'zh' | 'en', text: string): string => `<Say language="${voices[language]}">${xml(text)}</Say>`

/** The spoken text, twice. A 1 pressed meanwhile is sent to us. */
const twimlOf = ({ language, content, mayTake, receiptUrl, key }: Outgoing): string => {
  const words = said[language]
  const text = say(language, content)
  if (!mayTake || receiptUrl === '') return `<Response>${text}${say(language, words.again)}${text}</Response>`
  const action = xml(`${withKey(receiptUrl, key)}&language=${language}`)
  const gather = `<Gather input="dtmf" numDigits="1" timeout="5" method="POST" action="${action}">`
  return `<Response>${gather}${text}</Gather>${gather}${say(language, words.again)}${text}</Gather></Response>`
}

const states: Readonly<Record<string, Receipt['state']>> = {
  'in-progress': 'answered',
  completed: 'answered',
  busy: 'busy',
  'no-answer': 'noAnswer',
  failed: 'failed',
  canceled: 'failed',
}

const digitsOf = ({ body }: Callback): string | undefined => formOf(body)['Digits']

/** Voice calls over Twilio's Calls, with spoken text. */
export const twilioVoice: Adapter = {
  open: (config) => ({
    send: (message, signal) => {
      const form = new URLSearchParams({
        To: message.phone.replaceAll(/[^\d+]/g, ''),
        From: settingOf(config.settings.fromNumber, 'fromNumber'),
        Twiml: twimlOf(message),
      })
      if (message.receiptUrl !== '') {
        form.set('StatusCallback', withKey(message.receiptUrl, message.key))
        for (const event of ['answered', 'completed']) form.append('StatusCallbackEvent', event)
      }
      return twilioCreate(config, 'Calls', form, signal)
    },
    balance: twilioBalance(config),
  }),
  receipts: (callback, { secrets }) => {
    if (!isSigned(callback, settingOf(secrets.authToken, 'authToken'))) return null
    const ref = refOf(callback, 'CallSid')
    const digits = digitsOf(callback)
    if (digits !== undefined) return [{ ref, state: 'answered', ...(digits === '1' ? { taken: true } : {}) }]
    const state = wordIn(states, formOf(callback.body)['CallStatus'] ?? '')
    return state === undefined ? [] : [{ ref, state }]
  },
  reply: (callback, taken) => {
    const language = callback.query['language'] === 'en' ? 'en' : 'zh'
    const words = said[language]
    const body = taken === null ? '<Response/>' : `<Response>${say(language, taken ? words.taken : words.notTaken)}</Response>`
    return { type: 'text/xml', body }
  },
}
