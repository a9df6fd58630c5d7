import type { texts as zh } from './user-feedback.zh.ts'

export const texts: typeof zh = {
  menus: {
    'order.feedback': 'User feedback',
  },
  operations: {
    'userFeedback:reply': 'Reply',
    'userFeedback:complete': 'Mark as handled',
  },
  subjects: {
    userFeedback: 'User feedback',
  },
  fields: {
    firstReplyAt: 'First reply',
    handledNote: 'How it was handled',
  },
  reasons: {
    notConverted: 'The feedback has already been converted to a repair order',
  },
}
