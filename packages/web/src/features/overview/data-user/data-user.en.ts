import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './data-user.zh.ts'

export const texts: WithOnes<typeof zh> = {
  keyword: 'Company name or code',
  period: 'Period of messages (the last 30 days by default)',
  summary: 'Sum of the filtered companies',
  of: 'Accounts are as of now, messages those of {{from}} to {{to}}. A company counts by itself, without the companies below it.',
  companies: 'Companies',
  disabled: '{{count}} disabled',
  active: 'Active in 30 days',
  active7: '{{count}} in 7 days',
  never: 'Never signed in',
  unverified: 'No verified phone',
  withoutPhone: '{{count}} of them without a number',
  phoneNote:
    '“No verified phone”: enabled accounts with no number that an SMS or a call has ever reached. These people may not be reached by SMS or voice.',
  twoStep: 'Two-step sign-in',
  reached: 'Delivery rate',
  reachedNote:
    '“Delivery rate”: share of the messages sent that are known to have arrived; a call only if it was answered. A message without a receipt has not arrived. Tests do not count.',
  types: 'Accounts by type',
  type: 'Account type',
  company: 'Company',
  enabledAccounts: 'Enabled',
  disabledAccounts: 'Disabled',
  largest: 'Companies with the most accounts',
  delivery: 'Delivery rate by channel',
  channel: 'Channel',
  messages: 'Messages by channel',
  counts: {
    queued: 'Waiting',
    sent: 'Sent, no receipt',
    delivered: 'Delivered',
    read: 'Read',
    answered: 'Answered',
    failed: 'Failed',
  },
  kinds: {
    staff: '{{count}} staff',
    customer: '{{count}} customer accounts',
    customer_one: '{{count}} customer account',
    user: '{{count}} users',
    user_one: '{{count}} user',
  },
  inactive: '{{count}} not for 30 days',
}
