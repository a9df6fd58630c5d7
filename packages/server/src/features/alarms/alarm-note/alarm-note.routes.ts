import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { addNote } from './add-note.ts'
import { listAlarmNotes } from './alarm-note.reads.ts'

export const alarmNoteRoutes = bind(endpoints.alarmNote, { list: listAlarmNotes, add: addNote })
