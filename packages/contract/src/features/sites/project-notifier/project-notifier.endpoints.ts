import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, nothing, options, ref } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  callerPasswords,
  callerPasswordsInput,
  callerPasswordsShown,
  phoneSeqInput,
  projectNotifierCreateInput,
  projectNotifierPageInput,
  projectNotifierRow,
  projectNotifierUnmasked,
  projectNotifierUpdateInput,
} from './project-notifier.schema.ts'

export const projectNotifierEndpoints = about('project', {
  ...standardCalls('projectNotifier', {
    entity: 'project_notifier',
    words: ['a person of a call list', 'people of a project’s call list'],
    persons: ['name'],
    page: { input: projectNotifierPageInput, row: projectNotifierRow, summary: 'The call list of a project' },
    create: { input: projectNotifierCreateInput, errors: ['notHere', 'precondition'] },
    update: { input: projectNotifierUpdateInput, errors: ['notHere'] },
    remove: {},
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
  passwords: endpoint({
    method: 'GET',
    path: 'web/projectNotifier/passwords',
    access: 'projectNotifier:view',
    input: input({ projectId: ref('project') }),
    output: callerPasswords,
    summary: 'Whether callers of a project have a password and a duress word; not what they are',
  }),
  setPasswords: endpoint({
    method: 'POST',
    path: 'web/projectNotifier/setPasswords',
    access: 'projectNotifier:update',
    input: callerPasswordsInput,
    output: nothing,
    summary: 'Set the password and the duress word of callers anew, or remove both',
    errors: ['notHere', 'staleVersion'],
    lasting: true,
  }),
  showPasswords: endpoint({
    method: 'POST',
    path: 'web/projectNotifier/showPasswords',
    access: 'projectNotifier:unmask',
    input: input({ projectId: ref('project') }),
    output: callerPasswordsShown,
    summary: 'The password and the duress word of callers; every call is audited',
  }),
  accounts: endpoint({
    method: 'GET',
    path: 'web/projectNotifier/accounts',
    access: 'projectNotifier:view',
    input: input({ projectId: ref('project') }),
    output: options,
    summary: 'Enabled accounts of the project’s customer and company, whose app may be told',
  }),
})
