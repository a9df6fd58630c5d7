import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, optional, options, ref, text } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import { projectPushCreateInput, projectPushPageInput, projectPushRow, projectPushUpdateInput } from './project-push.schema.ts'

export const projectPushEndpoints = about('push', {
  ...standardCalls('projectPush', {
    entity: 'project_push',
    path: 'web/open/projectPush',
    words: ['a project push', 'project pushes'],
    page: { input: projectPushPageInput, row: projectPushRow },
    create: {
      input: projectPushCreateInput,
      summary: 'Push events of a project to an endpoint of its company or one above',
      errors: ['duplicate', 'precondition'],
      lasting: true,
    },
    update: { input: projectPushUpdateInput, errors: ['precondition'], lasting: true },
    remove: { summary: 'End a project push; what waits is not sent' },
  }),
  models: endpoint({
    method: 'GET',
    path: 'web/open/projectPush/models',
    access: 'projectPush:view',
    input: input({ projectId: ref('project'), keyword: optional(text(60)) }),
    output: options,
    summary: 'Models of the devices of a project, for a drop-down',
  }),
  devices: endpoint({
    method: 'GET',
    path: 'web/open/projectPush/devices',
    access: 'projectPush:view',
    input: input({ projectId: ref('project'), keyword: optional(text(60)) }),
    output: options,
    summary: 'Devices of a project, for a drop-down',
  }),
})
