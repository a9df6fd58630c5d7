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
}
