import { endpoints } from '@emberwatch/contract'
import type { RaiseTestAlarm, JobServices, Feature } from '../../../platform/feature.ts'
import { bind } from '../../../platform/http/binding.ts'
import { raiseTest, closeOldTests } from './alarm-test.verbs.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'

const alarmTestRoutes = (raise: RaiseTestAlarm) => bind(endpoints.alarmTest, { raise: raiseTest(raise) })

const alarmTestJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('oldTestAlarms', async () => void (await closeOldTests(systemCtx)), '17 * * * *'),
]

export const alarmTestFeature: Feature = {
  name: 'alarm-test',
  routes: ({ raiseTestAlarm }) => alarmTestRoutes(raiseTestAlarm),
  jobs: alarmTestJobs,
}
