import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, ref, rowId } from '../../../kernel/schema.ts'
import { standardCalls } from '../file/standard-calls.ts'
import { messageRecordPageInput, messageRecordRow } from './message-record.schema.ts'

export const messageRecordEndpoints = about('message', {
  ...standardCalls('messageRecord', {
    entity: 'message_record',
    path: 'web/message',
    words: ['a sent message', 'sent messages'],
    persons: ['keyword'],
    page: {
      input: messageRecordPageInput,
      row: messageRecordRow,
      shows: ['message', 'messageTask'],
      summary: 'What was sent to people outside, newest first',
    },
    detail: { row: messageRecordRow },
    export: {},
  }),
  resend: endpoint({
    method: 'POST',
    path: 'web/message/resend',
    access: 'messageRecord:resend',
    input: input({ id: ref('message_record') }),
    output: rowId,
    summary: 'Send the same to the same person once more; not about an alarm that is closed',
    // Each costs money, and those about alarms take precedence over all others.
    perMinute: 60,
    errors: ['wrongState', 'precondition'],
  }),
})
