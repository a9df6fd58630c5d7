import { endpoint } from '../../kernel/endpoint.ts'
import { input, nothing, options, ref } from '../../kernel/schema.ts'
import { standardCalls } from '../standard-calls.ts'
import {
  phoneSeqInput,
  projectNotifierCreateInput,
  projectNotifierPageInput,
  projectNotifierRow,
  projectNotifierUnmasked,
  projectNotifierUpdateInput,
} from './project-notifier.schema.ts'

export const projectNotifierEndpoints = {
  ...standardCalls('projectNotifier', {
    entity: 'project_notifier',
    words: ['a person of a call list', 'people of a project’s call list'],
    persons: ['name'],
    page: { input: projectNotifierPageInput, row: projectNotifierRow, summary: 'The call list of a project' },
    create: { input: projectNotifierCreateInput, errors: ['notHere', 'precondition'] },
    update: { input: projectNotifierUpdateInput, errors: ['notHere'] },
    del: {},
  }),
  phoneSeq: endpoint({
    method: 'POST',
    path: 'web/projectNotifier/phoneSeq',
    access: 'projectNotifier:update',
    input: phoneSeqInput,
    output: nothing,
    summary: 'Set the order of calls; refused if the list has changed meanwhile',
    errors: ['precondition'],
  }),
  unmask: endpoint({
    method: 'POST',
    path: 'web/projectNotifier/unmask',
    access: 'projectNotifier:unmask',
    input: input({ id: ref('project_notifier') }),
    output: projectNotifierUnmasked,
    summary: 'Phone and email in full; every call is audited',
  }),
  accounts: endpoint({
    method: 'GET',
    path: 'web/projectNotifier/accounts',
    access: 'projectNotifier:view',
    input: input({ projectId: ref('project') }),
    output: options,
    summary: 'Enabled accounts of the project’s customer and company, whose app may be told',
  }),
} as const
