import { about } from '../../../kernel/endpoint.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  projectDocumentCreateInput,
  projectDocumentPageInput,
  projectDocumentRow,
  projectDocumentUpdateInput,
} from './project-document.schema.ts'

export const projectDocumentEndpoints = about('project', {
  ...standardCalls('projectDocument', {
    entity: 'project_document',
    words: ['a document of a project', 'documents and photos of a project'],
    page: { input: projectDocumentPageInput, row: projectDocumentRow },
    create: { input: projectDocumentCreateInput },
    update: { input: projectDocumentUpdateInput },
    del: { summary: 'Delete a document; its files are removed after a while' },
    export: {},
  }),
})
