import type { texts as zh } from './message-template.zh.ts'

export const texts: typeof zh = {
  menus: {
    'message.template': 'Message templates',
  },
  operations: {
    'messageTemplate:approve': 'Approve',
  },
  subjects: {
    messageTemplate: 'Message template',
  },
  fields: {
    event: 'Event',
    providerCode: 'Provider’s template ID',
    signature: 'SMS signature',
    templateVersion: 'Version',
    approvedVersion: 'Version in use',
    submittedBy: 'Submitted by',
    submittedAt: 'Submitted at',
    templateId: 'Message template',
  },
  enums: {
    templateEvent: {
      alarm: 'Alarm',
      breach: 'Response time exceeded',
      fault: 'Fault',
      notice: 'Notice written by staff',
    },
    templateVariable: {
      project: 'Name of the project',
      device: 'Name of the device',
      room: 'Where it is installed',
      type: 'Type of the alarm or fault',
      level: 'Level of the alarm',
      time: 'When it happened',
      code: 'Code of the device',
      count: 'How many',
      first: 'The first of them',
      receiver: 'Name of the receiver',
      company: 'Name of the company',
      date: 'Day it is sent',
    },
    templateState: {
      draft: 'Draft',
      submitted: 'To be approved',
      approved: 'Approved',
      rejected: 'Rejected',
    },
  },
  reasons: {
    templateSecondPerson: 'another person has to approve it; you cannot approve what you submitted',
  },
}
