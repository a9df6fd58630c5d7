import type { texts as zh } from './alarm-test.zh.ts'

export const texts: typeof zh = {
  subjects: {
    alarmTest: 'Test alarm',
  },
  reasons: {
    testNoProject: 'the device or gateway is in no project',
    testNoCode: 'no enabled report parameter defines Contact ID code 1110 (fire); enable it under “Report parameters”',
  },
}
