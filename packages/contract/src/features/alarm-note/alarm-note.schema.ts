import { id, input, instant, nullable, optional, ref, text, Type } from '../../kernel/schema.ts'
import { photoRefs } from '../alarm/alarm.schema.ts'

/** What somebody wrote down or photographed about an alarm. It stays as it is. */
export const alarmNoteRow = Type.Object({
  id: id(),
  at: instant(),
  by: nullable(Type.String()),
  text: Type.String(),
  /** Ids of files. */
  photos: Type.Array(Type.String()),
})

/** A text, photos or both. */
export const addNoteInput = input({ id: ref('alarm'), text: optional(text(1000, 0)), photos: optional(photoRefs()) })
