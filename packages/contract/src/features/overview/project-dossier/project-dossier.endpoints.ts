import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, ref } from '../../../kernel/schema.ts'
import { exportStarted } from '../../base/file/file.schema.ts'

export const projectDossierEndpoints = about([], {
  export: endpoint({
    method: 'GET',
    path: 'web/projectDossier/export',
    access: 'projectDossier:export',
    input: input({ id: ref('project') }),
    output: exportStarted,
    summary: 'Everything about a project as one PDF; a job. Phones are in full for those who may unmask them, which is audited',
    errors: ['tooManyRequests'],
  }),
})
