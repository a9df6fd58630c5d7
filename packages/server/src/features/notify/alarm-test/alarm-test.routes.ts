import { endpoints } from '@emberwatch/contract'
import type { RaiseTestAlarm } from '../../../platform/feature.ts'
import { bind } from '../../../platform/http/binding.ts'
import { raiseTest } from './raise-test.ts'

export const alarmTestRoutes = (raise: RaiseTestAlarm) => bind(endpoints.alarmTest, { raise: raiseTest(raise) })
