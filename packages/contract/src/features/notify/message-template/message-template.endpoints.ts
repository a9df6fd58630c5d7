import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, oneOf, optional, ref, rowId } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  messageTemplateCreateInput,
  messageTemplateDecideInput,
  messageTemplateDetail,
  messageTemplatePageInput,
  messageTemplatePreview,
  messageTemplatePreviewInput,
  messageTemplateRow,
  messageTemplateUpdateInput,
  templateLanguage,
} from './message-template.schema.ts'

const one = input({ id: ref('message_template') })
const acting = ['wrongState', 'precondition'] as const

export const messageTemplateEndpoints = about('messageTask', {
  ...standardCalls('messageTemplate', {
    entity: 'message_template',
    words: ['a message template', 'message templates'],
    page: { input: messageTemplatePageInput, row: messageTemplateRow },
    detail: { row: messageTemplateDetail, summary: 'One message template with the versions that were in use' },
    select: {
      input: input({
        event: optional(oneOf('templateEvent')),
        channel: optional(oneOf('notifyMethod')),
        language: optional(templateLanguage()),
      }),
      summary: 'Approved and enabled message templates, for a drop-down',
    },
    create: { input: messageTemplateCreateInput, errors: ['duplicate'] },
    update: {
      input: messageTemplateUpdateInput,
      summary: 'Edit a message template; after an approval this begins a new version',
      errors: ['wrongState'],
    },
    remove: { summary: 'Delete a message template that no waiting task uses; its versions stay', errors: ['inUse'] },
    setEnabled: { summary: 'Enable or disable a message template', errors: ['duplicate'] },
    export: {},
  }),
  submit: endpoint({
    method: 'POST',
    path: 'web/messageTemplate/submit',
    access: 'messageTemplate:update',
    input: one,
    output: rowId,
    summary: 'Ask for the approval of a message template',
    errors: acting,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'web/messageTemplate/withdraw',
    access: 'messageTemplate:update',
    input: one,
    output: rowId,
    summary: 'Take a submitted message template back',
    errors: acting,
  }),
  decide: endpoint({
    method: 'POST',
    path: 'web/messageTemplate/decide',
    access: 'messageTemplate:approve',
    input: messageTemplateDecideInput,
    output: rowId,
    summary: 'Approve or reject a submitted message template; somebody other than who submitted it',
    errors: [...acting, 'reasonRequired'],
  }),
  preview: endpoint({
    method: 'POST',
    path: 'web/messageTemplate/preview',
    access: 'messageTemplate:view',
    shows: ['messageTask'],
    input: messageTemplatePreviewInput,
    output: messageTemplatePreview,
    summary: 'A text with sample data, as its receiver gets it; changes nothing',
  }),
})
