import { about, endpoint } from '../../../kernel/endpoint.ts'
import { pageOf, Type } from '../../../kernel/schema.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import { alarmBreachPageInput, alarmBreachRow, alarmBreachSum, alarmBreachSummaryInput } from './alarm-breach.schema.ts'

export const alarmBreachEndpoints = about('alarm', {
  page: endpoint({
    method: 'GET',
    path: 'web/alarmBreach/page',
    access: 'alarmBreach:view',
    input: alarmBreachPageInput,
    output: pageOf(alarmBreachRow),
    summary:
      'Response clocks that were exceeded in a time, the latest first: of which alarm, by how much, and who answered in the end',
  }),
  summary: endpoint({
    method: 'GET',
    path: 'web/alarmBreach/summary',
    access: 'alarmBreach:view',
    input: alarmBreachSummaryInput,
    output: Type.Array(alarmBreachSum),
    summary: 'The same counted by project, alarm type or who answered, most first; up to 100 of them',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/alarmBreach/export',
    access: 'alarmBreach:export',
    input: exportInput(alarmBreachPageInput),
    output: exportStarted,
    summary: 'Export the filtered breaches',
  }),
})
