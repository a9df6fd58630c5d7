import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { markMessages, removeMessages } from './message.verbs.ts'
import { messageTypes, myMessages } from './message.reads.ts'
import { callResults, mailResults, pushResults, smsResults } from '../message-record/message-record.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const messageRoutes = bind(endpoints.message, {
  smsResult: smsResults,
  callResult: callResults,
  mailResult: mailResults,
  pushResult: pushResults,
  myPage: myMessages,
  myTypes: messageTypes,
  read: markMessages,
  removeMany: removeMessages,
  queryUserDelete: removeMessages,
})

export const messageFeature: Feature = { name: 'message', routes: () => messageRoutes, liveKinds: ['message'] }
