import { about, endpoint } from '../../../kernel/endpoint.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  frameTested,
  frameTestInput,
  reportParamCreateInput,
  reportParamPageInput,
  reportParamRow,
  reportParamUpdateInput,
} from './report-param.schema.ts'

export const reportParamEndpoints = about('reportParam', {
  ...standardCalls('reportParam', {
    entity: 'report_param',
    words: ['a report parameter', 'report parameters'],
    path: 'web/report/param',
    page: {
      input: reportParamPageInput,
      row: reportParamRow,
      shows: ['reportParam', 'alarmType', 'faultType'],
      summary: 'What codes on the wire mean',
    },
    create: { input: reportParamCreateInput, errors: ['duplicate', 'notHere'] },
    update: { input: reportParamUpdateInput, errors: ['notHere'] },
    remove: {
      summary: 'Delete a report parameter that no other one restores and nothing was raised by',
      errors: ['inUse', 'notHere'],
    },
    setEnabled: {
      summary: 'Switch a code on or off; one that is off counts as unknown, so an alarm is still raised as a fault to look at',
    },
    export: {},
  }),
  test: endpoint({
    method: 'GET',
    path: 'web/report/param/test',
    access: 'reportParam:view',
    input: frameTestInput,
    output: frameTested,
    summary: 'What would come of a message, without storing it',
  }),
})
