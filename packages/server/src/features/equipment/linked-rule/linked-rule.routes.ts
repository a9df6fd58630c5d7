import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createRule } from './create-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { pageRules, pageRuns, relatedRules, ruleAlarmTypes, ruleCommands, ruleDevices, ruleModels } from './linked-rule.reads.ts'
import { setRuleEnabled } from './set-rule-enabled.ts'
import { updateRule } from './update-rule.ts'

export const linkedRuleRoutes = bind(endpoints.linkedRule, {
  page: pageRules,
  create: createRule,
  update: updateRule,
  del: deleteRule,
  forbidden: setRuleEnabled,
  related: relatedRules,
  runs: pageRuns,
  commands: ruleCommands,
  devices: ruleDevices,
  models: ruleModels,
  alarmTypes: ruleAlarmTypes,
})
