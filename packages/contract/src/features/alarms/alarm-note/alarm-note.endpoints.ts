import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, ref, rowId, Type } from '../../../kernel/schema.ts'
import { addNoteInput, alarmNoteRow } from './alarm-note.schema.ts'

export const alarmNoteEndpoints = about('alarm', {
  list: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/notes',
    access: 'alarm:view',
    input: input({ id: ref('alarm') }),
    output: Type.Array(alarmNoteRow),
    summary: 'Notes, photos and videos about an alarm, newest first',
  }),
  add: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/note',
    access: 'alarm:note',
    input: addNoteInput,
    output: rowId,
    summary: 'Add a note, photos or videos to an alarm; nobody can change or delete them afterwards',
    errors: ['invalidInput', 'fileType'],
  }),
})
