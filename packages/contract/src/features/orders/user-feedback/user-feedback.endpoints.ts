import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, pageOf, ref, rowId } from '../../../kernel/schema.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import {
  feedbackCompleteInput,
  feedbackCreateInput,
  feedbackDetail,
  feedbackPageInput,
  feedbackReplyInput,
  feedbackRow,
} from './user-feedback.schema.ts'

const base = 'web/order/user/feedback'

/** Feedback from customers to the company that serves their premises. */
export const userFeedbackEndpoints = about(['feedback', 'order'], {
  page: endpoint({
    method: 'GET',
    path: `${base}/page`,
    access: 'userFeedback:view',
    input: feedbackPageInput,
    output: pageOf(feedbackRow),
    summary: 'Feedback of customers, newest first',
  }),
  feedbackInfo: endpoint({
    method: 'GET',
    path: `${base}/feedbackInfo`,
    access: 'userFeedback:view',
    input: input({ id: ref('user_feedback') }),
    output: feedbackDetail,
    summary: 'One feedback with its photos and replies',
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/create`,
    access: 'userFeedback:create',
    input: feedbackCreateInput,
    output: rowId,
    summary: 'Send feedback about a project, or about one of its devices',
    errors: ['deviceMissing'],
  }),
  reply: endpoint({
    method: 'POST',
    path: `${base}/reply`,
    access: 'userFeedback:reply',
    input: feedbackReplyInput,
    output: rowId,
    summary: 'Reply, which handles it',
    errors: ['wrongState'],
  }),
  complete: endpoint({
    method: 'POST',
    path: `${base}/complete`,
    access: 'userFeedback:complete',
    input: feedbackCompleteInput,
    output: rowId,
    summary: 'Handled without a reply, with a note that says how',
    errors: ['wrongState'],
  }),
  export: endpoint({
    method: 'GET',
    path: `${base}/export`,
    access: 'userFeedback:export',
    input: exportInput(feedbackPageInput),
    output: exportStarted,
    summary: 'Export the filtered feedback',
  }),
})
