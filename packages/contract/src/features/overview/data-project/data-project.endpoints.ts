import { about, endpoint } from '../../../kernel/endpoint.ts'
import { pageOf } from '../../../kernel/schema.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import { dataProjectPageInput, dataProjectRow, dataProjectSummary, dataProjectSummaryInput } from './data-project.schema.ts'

export const dataProjectEndpoints = about([], {
  page: endpoint({
    method: 'GET',
    path: 'web/data/project/page',
    access: 'dataProject:view',
    input: dataProjectPageInput,
    output: pageOf(dataProjectRow),
    summary: 'Projects with their devices and faults now, their alarms and inspections of a time, and a health score',
  }),
  summary: endpoint({
    method: 'GET',
    path: 'web/data/project/summary',
    access: 'dataProject:view',
    input: dataProjectSummaryInput,
    output: dataProjectSummary,
    summary: 'The same added up for all projects that are filtered',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/data/project/export',
    access: 'dataProject:export',
    input: exportInput(dataProjectPageInput),
    output: exportStarted,
    summary: 'Export the statistics of the filtered projects',
  }),
})
