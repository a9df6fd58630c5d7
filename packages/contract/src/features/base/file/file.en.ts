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
  errors: {
    fileType: 'This type of file is not accepted. Accepted: {{types}}',
    imageShape: 'The image does not fit: {{need}}',
  },
  reasons: {
    exportEndless: 'the server stopped several times during this export; order fewer rows, or tell the operating company',
    diskFull: 'the server’s disk is full and nothing was stored; tell the operating company and try again later',
    fileEmpty: 'the file is empty (0 bytes); choose it again',
  },
}
