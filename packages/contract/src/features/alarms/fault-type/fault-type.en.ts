import type { texts as zh } from './fault-type.zh.ts'

export const texts: typeof zh = {
  subjects: {
    faultType: 'Fault type',
  },
}
