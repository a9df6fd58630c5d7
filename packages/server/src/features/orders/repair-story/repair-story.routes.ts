import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { originOfOrder, repairsOfAlarm } from './repair-story.reads.ts'

export const repairStoryRoutes = bind(endpoints.repairStory, { ofAlarm: repairsOfAlarm, ofOrder: originOfOrder })
