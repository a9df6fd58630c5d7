import type { texts as zh } from './message.zh.ts'

export const texts: typeof zh = {
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  deleteSelected: 'Delete',
  deleteConfirm: 'Delete the {{count}} selected messages?',
  open: 'Open',
  read: 'Read',
  unread: 'Unread',
  readState: 'Read status',
  alreadyRead: 'Already read',
}
