import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import { markMessages } from './mark-messages.ts'
import { myMessages } from './message.reads.ts'
import { removeMessages } from './remove-messages.ts'

export const messageRoutes = bind(endpoints.message, {
  myPage: myMessages,
  read: markMessages,
  batchDel: removeMessages,
  queryUserDelete: removeMessages,
})
