import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { markMessages } from './mark-messages.ts'
import { messageTypes, myMessages } from './message.reads.ts'
import { callResults, mailResults, pushResults, smsResults } from '../message-record/message-results.reads.ts'
import { removeMessages } from './remove-messages.ts'

export const messageRoutes = bind(endpoints.message, {
  smsResult: smsResults,
  callResult: callResults,
  mailResult: mailResults,
  pushResult: pushResults,
  myPage: myMessages,
  myTypes: messageTypes,
  read: markMessages,
  batchDel: removeMessages,
  queryUserDelete: removeMessages,
})
