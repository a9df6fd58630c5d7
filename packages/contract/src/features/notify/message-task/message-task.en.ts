import type { texts as zh } from './message-task.zh.ts'

export const texts: typeof zh = {
  menus: {
    'message.task': 'Message tasks',
  },
  operations: {
    'messageTask:send': 'Send and retry',
    'messageTask:cancel': 'Cancel sending',
  },
  subjects: {
    messageTask: 'Message task',
  },
  fields: {
    pushType: 'Channel',
    pushObject: 'Sent to',
    scheduleAt: 'Send at',
    reach: 'Receivers',
    withoutAddress: 'Without number or address',
    waiting: 'Waiting',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    costs: 'Cost',
    sentBy: 'Sent by',
    titleEn: 'English title',
    contentZh: 'Chinese text',
    contentEn: 'English text',
    templateZhId: 'Chinese template',
    templateEnId: 'English template',
    companyIds: 'Companies',
  },
  enums: {
    messageTaskType: {
      notice: 'Notice',
      maintenance: 'Maintenance reminder',
      training: 'Training and drills',
      warning: 'Safety advice',
      other: 'Other',
    },
    pushObject: {
      all: 'All accounts',
      company: 'Companies and all below them',
      role: 'Roles',
      project: 'People of projects',
      account: 'Accounts',
      filter: 'Filter',
    },
    messageTaskState: {
      draft: 'Draft',
      queued: 'Queued',
      sending: 'Sending',
      done: 'Done',
      cancelled: 'Cancelled',
      failed: 'Failed',
    },
  },
  errors: {
    emptyMessage: 'An empty message cannot be sent. Write a message or choose a template first.',
  },
  reasons: {
    templateUnfit: 'choose an approved and enabled notice template of the same channel and language',
    taskHasFailures: 'no message has failed',
    taskNobody: 'none of the accounts that it is sent to can receive this message',
    taskSenderGone: 'the sender’s account is disabled or no longer has the permission',
    filesInSite: 'Attached files: {{files}}. Sign in and download them under “Messages”.',
    noAddressOfOwn: 'your account has no usable number or address',
  },
}
