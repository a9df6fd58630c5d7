import type { texts as zh } from './file.zh.ts'

export const texts: typeof zh = {
  subjects: {
    file: 'File',
  },
  fields: {
    purpose: 'Purpose',
    fileId: 'File',
    dryRun: 'Dry run',
  },
}
