import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './message.zh.ts'

export const texts: WithOnes<typeof zh> = {
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  deleteSelected: 'Delete',
  deleteConfirm: 'Delete the {{count}} selected messages?',
  deleteConfirm_one: 'Delete the selected message?',
  open: 'Open',
  read: 'Read',
  unread: 'Unread',
  readState: 'Read status',
  alreadyRead: 'Already read',
}
