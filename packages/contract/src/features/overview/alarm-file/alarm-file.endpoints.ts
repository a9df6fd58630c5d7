import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, noInput, ref, Type } from '../../../kernel/schema.ts'
import { alarmFileRow, alarmFileVerdict } from './alarm-file.schema.ts'

export const alarmFileEndpoints = about('alarm', {
  list: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/files',
    // A file contains everything that its creator may see, including the call list and the floor plan.
    access: 'alarm:file',
    input: input({ id: ref('alarm') }),
    output: Type.Array(alarmFileRow),
    summary: 'The files that were made of an alarm, newest first',
  }),
  make: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/file/make',
    access: 'alarm:file',
    input: input({ id: ref('alarm') }),
    output: alarmFileRow,
    summary: 'Make a PDF of everything about an alarm, in the caller’s language, and register its hash',
    perMinute: 20,
    takesLong: true,
  }),
  verify: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/file/verify',
    access: 'alarm:view',
    body: 'multipart',
    changes: [],
    input: noInput,
    output: alarmFileVerdict,
    summary: 'Whether an uploaded file is one that was registered, byte by byte; it is not kept',
    errors: ['fileTooLarge'],
    perMinute: 10,
  }),
})
