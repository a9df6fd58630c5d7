import type { texts as zh } from './alarm-breach.zh.ts'

export const texts: typeof zh = {
  sums: 'Breaches counted',
  by: { project: 'By project', type: 'By alarm type', operator: 'By person' },
  alarm: 'Alarm',
  late: 'Late by',
  open: 'Not answered yet',
  noProject: 'No project',
  nobody: 'Nobody yet',
  system: 'System',
  more: '{{count}} more: narrow the list, or export it',
}
