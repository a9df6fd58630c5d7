import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, nothing, ref } from '../../../kernel/schema.ts'
import { alarmChecks, checklist, checklistInput, tickInput } from './alarm-check.schema.ts'

export const alarmCheckEndpoints = about('alarm', {
  list: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/checks',
    access: 'alarm:view',
    shows: ['alarm', 'project'],
    input: input({ id: ref('alarm') }),
    output: alarmChecks,
    summary: 'The site’s checklist, with what has been done for an alarm',
  }),
  tick: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/check',
    access: 'alarm:check',
    input: tickInput,
    output: nothing,
    summary: 'Tick a step of the checklist for an alarm, or take the tick back',
    errors: ['precondition'],
  }),
  checklist: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/checklist',
    access: 'alarm:view',
    shows: ['alarm', 'project'],
    input: input({ projectId: ref('project') }),
    output: checklist,
    summary: 'What has to be done at a site in an alarm',
  }),
  save: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/checklist/save',
    access: 'alarm:checklist',
    input: checklistInput,
    output: nothing,
    summary: 'Set what has to be done at a site in an alarm; ticks of earlier alarms stay',
    errors: ['staleVersion'],
  }),
})
