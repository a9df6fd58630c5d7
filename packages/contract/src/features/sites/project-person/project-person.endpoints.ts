import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, ref } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  projectPersonCreateInput,
  projectPersonPageInput,
  projectPersonRow,
  projectPersonUnmasked,
  projectPersonUpdateInput,
} from './project-person.schema.ts'

export const projectPersonEndpoints = about('project', {
  ...standardCalls('projectPerson', {
    entity: 'project_person',
    words: ['a person of a project', 'people who answer for a project'],
    persons: ['name'],
    page: { input: projectPersonPageInput, row: projectPersonRow, summary: 'Who answers for the fire safety of a project' },
    create: { input: projectPersonCreateInput },
    update: { input: projectPersonUpdateInput },
    remove: {},
    export: {},
  }),
  unmask: endpoint({
    method: 'POST',
    path: 'web/projectPerson/unmask',
    access: 'projectPerson:unmask',
    input: input({ id: ref('project_person') }),
    output: projectPersonUnmasked,
    summary: 'The phone in full; every call is audited',
  }),
})
