import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { originOfOrder, repairsOfAlarm } from './repair-story.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const repairStoryRoutes = bind(endpoints.repairStory, { ofAlarm: repairsOfAlarm, ofOrder: originOfOrder })

export const repairStoryFeature: Feature = { name: 'repair-story', routes: () => repairStoryRoutes }
