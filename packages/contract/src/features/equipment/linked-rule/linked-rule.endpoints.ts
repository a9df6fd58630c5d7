import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, optional, options, pageOf, ref, text, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  linkedRuleCreateInput,
  linkedRulePageInput,
  linkedRuleRow,
  linkedRuleRunPageInput,
  linkedRuleRunRow,
  linkedRuleUpdateInput,
  relatedRule,
} from './linked-rule.schema.ts'

const words = ['a linked rule', 'linked rules'] as const

export const linkedRuleEndpoints = about('command', {
  ...standardCalls('linkedRule', {
    entity: 'linked_rule',
    path: 'web/rule',
    words,
    page: { input: linkedRulePageInput, row: linkedRuleRow },
    create: { input: linkedRuleCreateInput, errors: ['duplicate', 'notHere'] },
    update: { input: linkedRuleUpdateInput, errors: ['duplicate', 'notHere'] },
    remove: { summary: 'Delete a linked rule; its runs stay' },
    setEnabled: { errors: ['notHere'] },
  }),
  related: endpoint({
    method: 'GET',
    path: 'web/rule/related',
    access: 'linkedRule:view',
    input: input({ deviceId: ref('device') }),
    output: Type.Array(relatedRule),
    summary: 'Rules linked to a device: those that its reports start, and those that send it a command',
  }),
  runs: endpoint({
    method: 'GET',
    path: 'web/rule/runs/page',
    access: 'linkedRule:view',
    input: linkedRuleRunPageInput,
    output: pageOf(linkedRuleRunRow),
    summary: 'When rules ran, and what came of it at each device',
  }),
  commands: endpoint({
    method: 'GET',
    path: 'web/rule/commands',
    access: 'linkedRule:view',
    input: input({ projectId: ref('project') }),
    output: options,
    summary: 'Commands that devices of a project understand, for a drop-down',
  }),
  devices: endpoint({
    method: 'GET',
    path: 'web/rule/devices',
    access: 'linkedRule:view',
    input: input({ projectId: ref('project'), commandId: optional(ref('device_command')), keyword: optional(text(60)) }),
    output: options,
    summary: 'Devices of a project, all or those that understand a command, for a drop-down',
  }),
  models: endpoint({
    method: 'GET',
    path: 'web/rule/models',
    access: 'linkedRule:view',
    input: input({ projectId: ref('project') }),
    output: options,
    summary: 'Models of the devices of a project, for a drop-down',
  }),
  alarmTypes: endpoint({
    method: 'GET',
    path: 'web/rule/alarmTypes',
    access: 'linkedRule:view',
    input: input({}),
    output: options,
    summary: 'Alarm types that may start a rule, for a drop-down',
  }),
})
