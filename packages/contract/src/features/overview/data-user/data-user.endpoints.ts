import { about, endpoint } from '../../../kernel/endpoint.ts'
import { pageOf } from '../../../kernel/schema.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import { dataUserPageInput, dataUserRow, dataUserSummary, dataUserSummaryInput } from './data-user.schema.ts'

export const dataUserEndpoints = about([], {
  page: endpoint({
    method: 'GET',
    path: 'web/data/user/page',
    access: 'dataUser:view',
    input: dataUserPageInput,
    output: pageOf(dataUserRow),
    summary: 'Companies with counts of their accounts, and of the messages of a time by what became of them; names nobody',
  }),
  summary: endpoint({
    method: 'GET',
    path: 'web/data/user/summary',
    access: 'dataUser:view',
    input: dataUserSummaryInput,
    output: dataUserSummary,
    summary: 'The same added up by account type and channel',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/data/user/export',
    access: 'dataUser:export',
    input: exportInput(dataUserPageInput),
    output: exportStarted,
    summary: 'Export the counts of the filtered companies',
  }),
})
