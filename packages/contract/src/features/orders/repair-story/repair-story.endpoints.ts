import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, ref, Type } from '../../../kernel/schema.ts'
import { orderOrigin, repairStory } from './repair-story.schema.ts'

export const repairStoryEndpoints = about('order', {
  ofAlarm: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/repairs',
    access: 'alarm:view',
    also: 'repairOrder:view',
    shows: ['order', 'alarm'],
    input: input({ id: ref('alarm') }),
    output: Type.Array(repairStory),
    summary: 'The repair orders of an alarm: what was found, and what the devices sent afterwards',
  }),
  ofOrder: endpoint({
    method: 'GET',
    path: 'web/order/repair/story',
    access: 'repairOrder:view',
    input: input({ id: ref('work_order') }),
    output: orderOrigin,
    summary: 'What a repair order was created from, and what its devices have sent since the start',
  }),
})
