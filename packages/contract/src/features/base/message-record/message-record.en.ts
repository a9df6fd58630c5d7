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
}
