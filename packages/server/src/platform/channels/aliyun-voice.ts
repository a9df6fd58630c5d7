import type { Adapter } from './adapter.ts'
import { settingOf, wordIn } from './adapter.ts'
import { aliyunCall, aliyunNumber, aliyunReply, receiptRows, textOf } from './aliyun-call.ts'
import { isAliyunTrouble, templateParams } from './aliyun-sms.ts'
import { failedBy, shortReason } from './http-request.ts'
import type { Receipt } from './provider.ts'

/** The meaning of Aliyun's call codes (operators-receipt-error-code). All others mean failure. */
const states: Readonly<Record<string, Receipt['state']>> = {
  '200000': 'answered',
  '200001': 'answered',
  '200008': 'answered',
  '200100': 'answered',
  '200103': 'answered',
  '300000': 'answered',
  '200002': 'busy',
  '200112': 'busy',
  '200003': 'noAnswer',
  '200113': 'noAnswer',
  '200111': 'refused',
}
/** Intermediate steps without a result. */
const underWay: ReadonlySet<string> = new Set(['200101', '200102'])

/** Voice calls over Aliyun (SingleCallByTts). A pressed 1 comes with the receipts (dtmf). */
export const aliyunVoice: Adapter = {
  open: (config) => ({
    async send(message, signal) {
      const { settings } = config
      const params = {
        CalledNumber: aliyunNumber(message.phone),
        TtsCode: message.templateCode ?? settingOf(settings.templateCode, 'templateCode'),
        TtsParam: templateParams(message),
        // Limited to 15 bytes, so it cannot carry our key.
        PlayTimes: String(settings.playTimes ?? 2),
        ...(settings.showNumber === undefined ? {} : { CalledShowNumber: settings.showNumber }),
      }
      try {
        const call = { action: 'SingleCallByTts', version: '2017-05-25', params }
        const answer = await aliyunCall(call, config, signal)
        // Perhaps accepted, so there is no second call; only a receipt shows that it was answered.
        if (answer === null) return { result: 'accepted', ref: null }
        const { Code, Message, CallId } = answer
        if (Code === 'OK') return { result: 'accepted', ref: CallId ?? null }
        return { result: isAliyunTrouble(Code) ? 'failed' : 'rejected', reason: shortReason(`${Code}: ${Message}`) }
      } catch (error) {
        return failedBy(error, signal)
      }
    },
  }),
  receipts: ({ body }) =>
    receiptRows(body).flatMap((row): Receipt[] => {
      const code = textOf(row['status_code'])
      const ref = textOf(row['call_id'])
      if (underWay.has(code)) return []
      const taken = textOf(row['dtmf']) === '1'
      const state = taken ? 'answered' : (wordIn(states, code) ?? 'failed')
      const said = shortReason(`${code} ${textOf(row['status_msg'])}`)
      return [{ ref, state, ...(state === 'failed' ? { reason: said } : {}), ...(taken ? { taken } : {}) }]
    }),
  reply: () => aliyunReply,
}
