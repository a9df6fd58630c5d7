import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './order-plan.zh.ts'

export const texts: WithOnes<typeof zh> = {
  title: 'Inspection and maintenance plan',
  paused: 'The plan is paused: {{reason}}',
  kind: 'Kind',
  cycle: 'Cycle',
  days: '{{count}} days',
  days_one: '{{count}} day',
  next: 'Next due',
  created: 'Order created on',
  last: 'Last due',
  order: 'Last order',
}
