import { fileRef, id, input, instant, nullable, optional, ref, text, Type } from '../../../kernel/schema.ts'
import { alarmVideos, photoRefs } from '../alarm/alarm.schema.ts'

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
