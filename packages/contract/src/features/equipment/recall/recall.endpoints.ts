import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, nothing, ref, rowId } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  recallCloseInput,
  recallCreateInput,
  recallHolders,
  recallPageInput,
  recallRow,
  recallNotifiedInput,
} from './recall.schema.ts'

export const recallEndpoints = about('recall', {
  ...standardCalls('recall', {
    entity: 'recall',
    words: ['a recall', 'recalls'],
    path: 'web/retrospect/recall',
    page: { input: recallPageInput, row: recallRow },
    create: {
      input: recallCreateInput,
      summary: 'Call a batch back; every device of it gets the step in its trace',
      errors: ['notHere', 'duplicate'],
    },
    export: {},
  }),
  holders: endpoint({
    method: 'GET',
    path: 'web/retrospect/recall/holders',
    access: 'recall:view',
    input: input({ id: ref('recall') }),
    output: recallHolders,
    summary: 'Who has devices of the batch, whom to tell, and how far it is',
  }),
  notified: endpoint({
    method: 'POST',
    path: 'web/retrospect/recall/told',
    access: 'recall:create',
    input: recallNotifiedInput,
    output: nothing,
    summary: 'Note that a company or customer has been told',
    errors: ['wrongState', 'notHere'],
  }),
  close: endpoint({
    method: 'POST',
    path: 'web/retrospect/recall/close',
    access: 'recall:create',
    input: recallCloseInput,
    output: rowId,
    summary: 'Close a recall',
    errors: ['wrongState', 'staleVersion'],
  }),
})
