import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, nothing, options, ref, rowId } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  messageTaskChoicesInput,
  messageTaskCreateInput,
  messageTaskDetail,
  messageTaskPageInput,
  messageTaskPreview,
  messageTaskReach,
  messageTaskReachInput,
  messageTaskRow,
  messageTaskUpdateInput,
} from './message-task.schema.ts'

const one = input({ id: ref('message_task') })

export const messageTaskEndpoints = about('messageTask', {
  ...standardCalls('messageTask', {
    entity: 'message_task',
    words: ['a message task', 'message tasks'],
    page: { input: messageTaskPageInput, row: messageTaskRow },
    detail: { row: messageTaskDetail },
    create: { input: messageTaskCreateInput },
    update: { input: messageTaskUpdateInput, summary: 'Edit a message task that was not sent', errors: ['wrongState'] },
    remove: { summary: 'Delete a message task that is not being sent; its records stay', errors: ['wrongState'] },
    export: {},
  }),
  send: endpoint({
    method: 'POST',
    path: 'web/messageTask/send',
    access: 'messageTask:send',
    input: one,
    output: rowId,
    summary: 'Send a message task, at once or at its time',
    errors: ['emptyMessage', 'wrongState', 'precondition'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'web/messageTask/cancel',
    access: 'messageTask:cancel',
    input: one,
    output: rowId,
    summary: 'Stop a message task; what has gone out stays sent',
    errors: ['wrongState'],
  }),
  retry: endpoint({
    method: 'POST',
    path: 'web/messageTask/retry',
    access: 'messageTask:send',
    input: one,
    output: rowId,
    summary: 'Queue the failed messages of a task again',
    errors: ['wrongState', 'precondition'],
  }),
  test: endpoint({
    method: 'POST',
    path: 'web/messageTask/test',
    access: 'messageTask:send',
    input: one,
    output: nothing,
    summary: 'Send a message task to the caller only',
    // Each message costs money.
    perMinute: 20,
    errors: ['emptyMessage', 'precondition'],
  }),
  preview: endpoint({
    method: 'GET',
    path: 'web/messageTask/preview',
    access: 'messageTask:view',
    input: one,
    output: messageTaskPreview,
    summary: 'What receivers of each language get, with sample data',
  }),
  choices: endpoint({
    method: 'POST',
    path: 'web/messageTask/choices',
    persons: ['keyword'],
    access: 'messageTask:view',
    shows: ['messageTask'],
    input: messageTaskChoicesInput,
    output: options,
    summary: 'Companies, roles, projects or accounts that a task may be for, for a drop-down; changes nothing',
  }),
  reach: endpoint({
    method: 'POST',
    path: 'web/messageTask/reach',
    access: 'messageTask:view',
    shows: ['messageTask'],
    input: messageTaskReachInput,
    output: messageTaskReach,
    summary: 'How many accounts a push object has; changes nothing',
  }),
})
