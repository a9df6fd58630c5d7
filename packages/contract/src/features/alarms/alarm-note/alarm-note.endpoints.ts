import { fileRef, id, input, instant, nullable, optional, ref, text, Type, rowId } from '../../../kernel/schema.ts'
import { alarmVideos, photoRefs } from '../alarm/alarm.schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'

/** A note, photo or video that somebody added to an alarm. It can never be changed. */
export const alarmNoteRow = Type.Object({
  id: id(),
  at: instant(),
  by: nullable(Type.String()),
  text: Type.String(),
  /** Ids of files. */
  photos: Type.Array(Type.String()),
  videos: Type.Array(Type.String()),
})

/** A text, photos or videos, or several of these. */
export const addNoteInput = input({
  id: ref('alarm'),
  text: optional(text(1000, 0)),
  photos: optional(photoRefs()),
  videos: optional(Type.Array(fileRef(), { maxItems: alarmVideos, uniqueItems: true })),
})

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
