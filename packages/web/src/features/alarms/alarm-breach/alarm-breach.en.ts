import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './alarm-breach.zh.ts'

export const texts: WithOnes<typeof zh> = {
  sums: 'Breaches by group',
  by: { project: 'By project', type: 'By alarm type', operator: 'By person' },
  of: { project: 'Project', type: 'Alarm type', operator: 'Person' },
  alarm: 'Alarm',
  late: 'Late by',
  open: 'Not handled yet',
  noProject: 'No project',
  nobody: 'Not handled yet',
  system: 'System',
  more: '{{count}} others are not shown: narrow the list, or export it',
  more_one: '{{count}} other is not shown: narrow the list, or export it',
}
