import { about, endpoint } from '../../../kernel/endpoint.ts'
import { rowId } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  handOverCompanyInput,
  handOverCompanyPreviewInput,
  handOverPageInput,
  handOverPreview,
  handOverProjectInput,
  handOverProjectPreviewInput,
  handOverRow,
} from './hand-over.schema.ts'

export const handOverEndpoints = about('handOver', {
  ...standardCalls('handOver', {
    entity: 'hand_over',
    words: ['a hand-over', 'hand-overs'],
    page: { input: handOverPageInput, row: handOverRow },
    export: { operation: 'view' },
  }),
  previewProject: endpoint({
    method: 'GET',
    path: 'web/handOver/project/preview',
    access: 'handOver:project',
    input: handOverProjectPreviewInput,
    output: handOverPreview,
    summary: 'What handing a project to another company would move, change and be refused for',
  }),
  project: endpoint({
    method: 'POST',
    path: 'web/handOver/project',
    access: 'handOver:project',
    input: handOverProjectInput,
    output: rowId,
    summary: 'Hand a project to another company of the caller’s branch, confirmed by its name; a job',
    errors: ['precondition', 'invalidInput'],
  }),
  previewCompany: endpoint({
    method: 'GET',
    path: 'web/handOver/company/preview',
    access: 'handOver:company',
    input: handOverCompanyPreviewInput,
    output: handOverPreview,
    summary: 'What moving a company to another parent would move, change and be refused for',
  }),
  company: endpoint({
    method: 'POST',
    path: 'web/handOver/company',
    access: 'handOver:company',
    input: handOverCompanyInput,
    output: rowId,
    summary: 'Move a company with all below it to another parent, confirmed by its name; a job',
    errors: ['precondition', 'invalidInput', 'noAccess'],
  }),
})
