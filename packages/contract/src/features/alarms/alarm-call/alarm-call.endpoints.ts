import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, ref, rowId } from '../../../kernel/schema.ts'
import { alarmCalls, recordCallInput } from './alarm-call.schema.ts'

export const alarmCallEndpoints = about('alarm', {
  list: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/calls',
    access: 'alarm:view',
    also: 'projectNotifier:view',
    shows: ['alarm', 'project'],
    input: input({ id: ref('alarm') }),
    output: alarmCalls,
    summary: 'Whom to call about an alarm, in the order of calls, and the calls that were made',
  }),
  record: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/call',
    access: 'alarm:call',
    also: 'projectNotifier:view',
    input: recordCallInput,
    output: rowId,
    summary: 'Write down how a call to somebody of the call list went',
    errors: ['precondition'],
  }),
})
