import type { texts as zh } from './customer-contact.zh.ts'

export const texts: typeof zh = {
  title: 'Contacts',
  create: 'New contact',
  edit: 'Edit contact',
  columns: { seq: 'Order', contact: 'Phone / e-mail' },
  deleteHint: 'Those behind move up.',
  up: 'Move up',
  down: 'Move down',
  first: 'Already first',
  last: 'Already last',
  moved: '{{name}} is now number {{seq}}',
  unmask: 'Show in full',
  unmaskOf: 'Show the data of {{name}} in full',
  masked: 'Hidden now; stays as it is when left empty',
  noEmail: 'Remove the e-mail address',
  form: { remark: 'For example when to call, or what this person looks after' },
}
