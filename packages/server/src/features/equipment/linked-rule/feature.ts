import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createRule, removeRule, setRuleEnabled, updateRule, deleteOldRecords } from './linked-rule.verbs.ts'
import { pageRules, pageRuns, relatedRules, ruleAlarmTypes, ruleCommands, ruleDevices, ruleModels } from './linked-rule.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { createRuleRunner } from './run-rules.ts'

const linkedRuleRoutes = bind(endpoints.linkedRule, {
  page: pageRules,
  create: createRule,
  update: updateRule,
  remove: removeRule,
  setEnabled: setRuleEnabled,
  related: relatedRules,
  runs: pageRuns,
  commands: ruleCommands,
  devices: ruleDevices,
  models: ruleModels,
  alarmTypes: ruleAlarmTypes,
})

const linkedRuleJobs = ({ systemCtx, log }: JobServices): readonly JobDefinition[] => [
  job(
    'oldCommands',
    async () => {
      const deleted = await deleteOldRecords(systemCtx)
      if (deleted.commands + deleted.runs > 0) log.info(deleted, 'old commands and runs of rules are deleted')
    },
    '17 4 * * *',
  ),
]

export const linkedRuleFeature: Feature = {
  name: 'linked-rule',
  routes: () => linkedRuleRoutes,
  jobs: linkedRuleJobs,
  services: ({ ctx, notifications, log }) => {
    const run = createRuleRunner({ ctx, notifications, log })
    return [{ roles: ['ingest'], run, health: { commands: run.problem } }]
  },
}
