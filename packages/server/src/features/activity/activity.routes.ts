import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import {
  accountActivity,
  alarmActivity,
  customerAccountActivity,
  customerActivity,
  repairOrderActivity,
} from './activity.reads.ts'

export const activityRoutes = bind(endpoints.activity, {
  account: accountActivity,
  customerAccount: customerAccountActivity,
  customer: customerActivity,
  alarm: alarmActivity,
  repairOrder: repairOrderActivity,
})
