import type { texts as zh } from './customer-contact.zh.ts'

export const texts: typeof zh = {
  title: 'Contacts',
  create: 'New contact',
  edit: 'Edit contact',
  columns: { seq: 'Order', contact: 'Phone / e-mail' },
  deleteHint: 'The contacts after this one move up.',
  up: 'Move up',
  down: 'Move down',
  first: 'Already first',
  last: 'Already last',
  moved: '{{name}} is now number {{seq}}',
  masked: 'Hidden; leave empty to keep it unchanged',
  noEmail: 'Remove the e-mail address',
  form: { remark: 'For example when to call, or what this person is responsible for' },
}
