import type { texts as zh } from './data-centre.zh.ts'

export const texts: typeof zh = {
  figures: 'At a glance',
  openAlarms: 'Open alarms',
  unconfirmed: '{{count}} unconfirmed',
  breached: '{{unconfirmed}} unconfirmed · {{breached}} overdue',
  allConfirmed: 'all confirmed',
  noneOpen: 'no alarms',
  openFaults: 'Open faults',
  openOrders: 'Open orders',
  overdue: '{{count}} overdue',
  noneOverdue: 'none overdue',
  devices: 'Devices',
  online: '{{count}} online',
  someOffline: '{{online}} online · {{offline}} offline',
  projects: 'Projects',
  gateways: 'Gateways',
  liveAlarms: 'Live alarms',
  listed: '{{shown}} of {{total}}: unconfirmed first, then oldest first',
  order: 'Unconfirmed first, by level, then oldest first',
  allAlarms: 'Show all',
  noAlarms: 'There are no open alarms at present.',
}
