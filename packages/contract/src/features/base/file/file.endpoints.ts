import { about, endpoint } from '../../../kernel/endpoint.ts'
import { id, input, noInput, optional, Type } from '../../../kernel/schema.ts'
import { exportProgress, uploadPurposes } from './file.schema.ts'
import { ownTasks } from './import.schema.ts'

const upload = (path: string) =>
  endpoint({
    method: 'POST',
    path,
    access: 'session',
    changes: [],
    body: 'multipart',
    summary: 'Store one file; data is its id',
    input: input({
      purpose: optional(Type.Unsafe<(typeof uploadPurposes)[number]>({ type: 'string', enum: [...uploadPurposes] })),
    }),
    output: Type.String(),
    errors: ['fileType', 'fileTooLarge', 'imageShape', 'precondition'],
    perMinute: 60,
  })

export const fileEndpoints = about('export', {
  upload: upload('file/upload'),
  commonUpload: upload('common/file_upload'),
  /** Public: branding images are read before sign-in. Any other file is looked up within the caller's scope. */
  read: endpoint({
    method: 'GET',
    path: 'file/read',
    access: 'public',
    reply: 'binary',
    input: input({ id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    output: Type.Any(),
    summary: 'A stored file',
  }),
  exportProgress: endpoint({
    method: 'GET',
    path: 'file/export/progress',
    access: 'session',
    input: input({ id: id() }),
    output: exportProgress,
    summary: 'Progress of the caller’s export',
  }),
  tasks: endpoint({
    method: 'GET',
    path: 'file/task/list',
    access: 'session',
    shows: ['export', 'import'],
    input: noInput,
    output: ownTasks,
    summary: 'The caller’s latest exports and imports',
  }),
})
