import type { texts as zh } from './alarm-file.zh.ts'

export const texts: typeof zh = {
  operations: {
    'alarm:file': 'Generate alarm files',
  },
}
