import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { addNote } from './alarm-note.verbs.ts'
import { listAlarmNotes } from './alarm-note.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const alarmNoteRoutes = bind(endpoints.alarmNote, { list: listAlarmNotes, add: addNote })

export const alarmNoteFeature: Feature = { name: 'alarm-note', routes: () => alarmNoteRoutes, uploads: ['video'] }
