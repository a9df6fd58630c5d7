import type { texts as zh } from './message.zh.ts'

export const texts: typeof zh = {
  menus: {
    'message.list': 'My messages',
  },
  subjects: {
    message: 'Message',
  },
  fields: {
    unread: 'Unread',
  },
  enums: {
    recordState: {
      queued: 'Queued',
      sent: 'Sent',
      delivered: 'Delivered',
      answered: 'Answered',
      busy: 'Busy',
      noAnswer: 'No answer',
      failed: 'Failed',
    },
  },
}
