import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './message-record.zh.ts'

export const texts: WithOnes<typeof zh> = {
  details: 'Details',
  detailsOf: 'What was sent',
  resend: 'Send again',
  resendConfirm: 'Send the same to {{receiver}} once more?',
  resent: 'Queued to be sent',
  alarm: 'Alarm {{id}}',
  fault: 'Fault {{id}}',
  related: 'About',
  none: '—',
  answer: 'Provider’s answer',
  again: 'Continued as record {{id}}, for about ten minutes after this one failed',
  copy: 'Sent again for record {{id}}',
  sms: '{{count}} segments',
  sms_one: '{{count}} segment',
}
