import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './open-access.zh.ts'

export const texts: WithOnes<typeof zh> = {
  keyword: 'Name or remarks',
  create: 'New API key',
  edit: 'Edit API key',
  created: 'Created',
  revoke: 'Revoke',
  revokeHint: 'It ends at once and for good, with the sessions that it opened. The record of what it did stays.',
  disableConfirm: '“{{name}}” ends at once, with the sessions that it opened. It can be enabled again.',
  rotate: {
    action: 'Replace the secret',
    title: 'Replace the secret of “{{name}}”',
    text: 'The new secret is shown only once.',
    saved: 'Replace',
    immediatelyHint:
      'For a secret that may be known to others. Otherwise it works for another 24 hours, so that the partner can change over without a break',
  },
  secret: {
    label: 'Secret',
    title: 'Secret of “{{name}}”',
    hint: 'Shown only this once. Copy it now and hand it over safely; a lost one can only be replaced.',
    former: 'The former secret works until {{time}}.',
    use: 'The partner’s program sends it with every call:',
  },
  form: {
    company: 'Your own, if none is chosen',
    rights: 'You cannot grant what you do not have yourself',
    scope: 'A key never sees anything outside its company',
    expires: 'Required, at most 2 years',
    addresses: 'For example 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32; empty: from anywhere',
    perMinute: 'Further calls are answered with 429 and have to wait',
    remark: 'For example the partner’s contact and the purpose',
  },
  panels: {
    access: 'What it may do',
    use: 'Use',
    secrets: 'Secrets',
    requests: 'Requests of the last 24 hours',
    record: 'Record',
  },
  anywhere: 'Anywhere',
  never: 'Never used',
  presentSecret: 'Present',
  formerSecret: 'Former, until {{time}}',
  columns: {
    valid: 'Validity',
    status: 'Status',
    count: 'Number',
    lastAt: 'Last',
    made: 'Created',
  },
  noRequests: 'No requests in the last 24 hours.',
  ticketBy: '“Issue sign-in tickets” was granted by {{name}}, and only opens accounts that they could sign in as themselves',
}
