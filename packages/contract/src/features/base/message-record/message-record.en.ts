import type { texts as zh } from './message-record.zh.ts'

export const texts: typeof zh = {
  menus: {
    'message.record': 'Sent messages',
  },
  operations: {
    'messageRecord:resend': 'Send again',
  },
  subjects: {
    messageRecord: 'Sent message',
  },
  fields: {
    sentFor: 'Reason for sending',
    receiver: 'Receiver',
    fire: 'Fire',
    taskId: 'Message task',
    provider: 'Provider',
    providerRef: 'Provider’s ID',
    retried: 'Tried more than once',
    charged: 'Charged',
    failureKind: 'Why it failed',
    copyOf: 'Sent in place of',
    copyId: 'Sent again as',
    deliveredAt: 'Delivered at',
    segments: 'SMS segments',
    cost: 'Cost',
  },
  reasons: {
    alarmClosedNoResend: 'the alarm is closed, so nothing more is sent about it',
    resendReceiverGone: 'the receiver’s account has been disabled or deleted, or now belongs to another company',
    resendNotNow: 'only messages that have ended without a receipt can be sent again',
  },
}
