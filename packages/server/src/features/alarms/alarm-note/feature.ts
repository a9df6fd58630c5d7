import type { Feature } from '../../../platform/feature.ts'
import { alarmNoteRoutes } from './alarm-note.routes.ts'

export const alarmNoteFeature: Feature = { name: 'alarm-note', routes: () => alarmNoteRoutes, uploads: ['video'] }
