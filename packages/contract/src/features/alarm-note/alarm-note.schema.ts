import { fileRef, id, input, instant, nullable, optional, ref, text, Type } from '../../kernel/schema.ts'
import { alarmVideos, photoRefs } from '../alarm/alarm.schema.ts'

/** What somebody wrote down, photographed or filmed about an alarm. It stays as it is. */
export const alarmNoteRow = Type.Object({
  id: id(),
  at: instant(),
  by: nullable(Type.String()),
  text: Type.String(),
  /** Ids of files. */
  photos: Type.Array(Type.String()),
  videos: Type.Array(Type.String()),
})

/** A text, photos, videos, or several of them. */
export const addNoteInput = input({
  id: ref('alarm'),
  text: optional(text(1000, 0)),
  photos: optional(photoRefs()),
  videos: optional(Type.Array(fileRef(), { maxItems: alarmVideos, uniqueItems: true })),
})
