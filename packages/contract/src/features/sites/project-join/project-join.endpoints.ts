import { about, endpoint } from '../../../kernel/endpoint.ts'
import { rowId } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  projectJoinAgreeInput,
  projectJoinCreateInput,
  projectJoinEndInput,
  projectJoinPageInput,
  projectJoinRejectInput,
  projectJoinRow,
} from './project-join.schema.ts'

/** Part of projectUnionApply: the specification's application to join a project of another company. */
export const projectJoinEndpoints = about('project', {
  ...standardCalls('projectJoin', {
    entity: 'project_join',
    words: ['an application to join a project', 'applications to join projects'],
    path: 'web/projectUnionApply/join',
    page: { input: projectJoinPageInput, row: projectJoinRow },
    create: { input: projectJoinCreateInput, errors: ['duplicate', 'notHere'], summary: 'Apply to join a project, by its code' },
    export: { operation: 'view' },
  }),
  agree: endpoint({
    method: 'POST',
    path: 'web/projectUnionApply/join/agree',
    access: 'projectJoin:agree',
    input: projectJoinAgreeInput,
    output: rowId,
    summary: 'Let the company join the project, with rights and a validity',
    errors: ['wrongState', 'precondition', 'notHere'],
  }),
  reject: endpoint({
    method: 'POST',
    path: 'web/projectUnionApply/join/reject',
    access: 'projectJoin:reject',
    input: projectJoinRejectInput,
    output: rowId,
    summary: 'Refuse, with the reason',
    errors: ['wrongState', 'precondition'],
  }),
  end: endpoint({
    method: 'POST',
    path: 'web/projectUnionApply/join/end',
    access: 'projectJoin:end',
    input: projectJoinEndInput,
    output: rowId,
    summary: 'End it, by either side; an application that waits is withdrawn',
    errors: ['wrongState'],
  }),
})
