import type { texts as zh } from './set-up.zh.ts'

export const texts: typeof zh = {
  subjects: {
    setUp: 'Set-up',
  },
  fields: {
    hidden: 'Hidden',
  },
  enums: {
    setUpStep: {
      nameAndZone: 'Name and time zone',
      firstSite: 'First site',
      firstGateway: 'First gateway heard',
      testAlarm: 'A test alarm seen',
      whoIsCalled: 'Who is called',
      reachesOutside: 'Messages reach the outside',
      phone: 'On your phone',
      backup: 'Backup',
    },
  },
}
