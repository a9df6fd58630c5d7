import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, optional, options, ref, rowId, text, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  notifyRuleChoices,
  notifyRuleCreateInput,
  notifyRulePageInput,
  notifyRuleRow,
  notifyRuleUpdateInput,
} from './notify-rule.schema.ts'

const ofCompany = { companyId: optional(ref('company')) }

export const notifyRuleEndpoints = about('notifyRule', {
  ...standardCalls('notifyRule', {
    entity: 'notify_rule',
    path: 'web/messageNotify',
    words: ['a notification rule', 'notification rules'],
    page: { input: notifyRulePageInput, row: notifyRuleRow },
    detail: { row: notifyRuleRow },
    select: { input: input({}) },
    create: { input: notifyRuleCreateInput, errors: ['duplicate', 'notHere'] },
    update: { input: notifyRuleUpdateInput, errors: ['duplicate', 'notHere'] },
    remove: { summary: 'Delete a notification rule; what it is doing now stops' },
    setEnabled: {
      summary: 'Enable or disable a notification rule; what a disabled one is doing now stops',
      errors: ['notHere'],
    },
    export: {},
  }),
  createDefault: endpoint({
    method: 'POST',
    path: 'web/messageNotify/createDefault',
    access: 'notifyRule:create',
    input: input(ofCompany),
    output: rowId,
    summary: 'Create the usual rule: the call list first, then the people on duty, then the managers',
    errors: ['duplicate'],
  }),
  choices: endpoint({
    method: 'GET',
    path: 'web/messageNotify/choices',
    access: ['notifyRule:view', 'notifyRule:create', 'notifyRule:update'],
    input: input(ofCompany),
    output: notifyRuleChoices,
    summary: 'What a rule of a company can name: projects, types, teams, roles and accounts, for drop-downs',
  }),
  devices: endpoint({
    method: 'GET',
    path: 'web/messageNotify/devices',
    access: ['notifyRule:view', 'notifyRule:create', 'notifyRule:update'],
    input: input({
      ...ofCompany,
      projectIds: optional(Type.Array(ref('project'), { maxItems: 100, uniqueItems: true })),
      keyword: optional(text(60)),
    }),
    output: options,
    summary: 'Devices that a rule of a company can name, for a drop-down',
  }),
})
