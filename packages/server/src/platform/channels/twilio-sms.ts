import { settingOf, wordIn, type Adapter } from './adapter.ts'
import type { Receipt } from './provider.ts'
import { formOf, isSigned, refOf, twilioBalance, twilioCreate, withKey } from './twilio-call.ts'

const states: Readonly<Record<string, Receipt['state']>> = {
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** SMS over Twilio's Messages. */
export const twilioSms: Adapter = {
  open: (config) => ({
    send: (message, signal) => {
      const form = new URLSearchParams({
        To: message.phone.replaceAll(/[^\d+]/g, ''),
        From: settingOf(config.settings.fromNumber, 'fromNumber'),
        Body: message.content,
      })
      if (message.receiptUrl !== '') form.set('StatusCallback', withKey(message.receiptUrl, message.key))
      return twilioCreate(config, 'Messages', form, signal)
    },
    balance: twilioBalance(config),
  }),
  receipts: (callback, { secrets }) => {
    if (!isSigned(callback, settingOf(secrets.authToken, 'authToken'))) return null
    const { MessageStatus, ErrorCode } = formOf(callback.body)
    const state = wordIn(states, MessageStatus ?? '')
    if (state === undefined) return []
    const reason = ErrorCode === undefined ? {} : { reason: `${MessageStatus} ${ErrorCode}` }
    return [{ ref: refOf(callback, 'MessageSid'), state, ...(state === 'failed' ? reason : {}) }]
  },
  reply: () => ({ type: 'text/xml', body: '<Response/>' }),
}
