import type { texts as zh } from './app-device.zh.ts'

export const texts: typeof zh = {
  fields: {
    since: 'Since',
  },
}
