import type { texts as zh } from './alarm-test.zh.ts'

export const texts: typeof zh = {
  subjects: {
    alarmTest: 'Test alarm',
  },
}
