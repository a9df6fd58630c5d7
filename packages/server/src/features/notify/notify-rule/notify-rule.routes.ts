import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createDefaultRule } from './create-default-rule.ts'
import { createNotifyRule } from './create-notify-rule.ts'
import { deleteNotifyRule } from './delete-notify-rule.ts'
import { exportNotifyRules, notifyRuleDetail, pageNotifyRules, selectNotifyRules } from './notify-rule.reads.ts'
import { notifyRuleChoices, notifyRuleDevices } from './rule-choices.ts'
import { setNotifyRuleEnabled } from './set-notify-rule-enabled.ts'
import { updateNotifyRule } from './update-notify-rule.ts'

export const notifyRuleRoutes = bind(endpoints.notifyRule, {
  page: pageNotifyRules,
  detail: notifyRuleDetail,
  select: selectNotifyRules,
  create: createNotifyRule,
  update: updateNotifyRule,
  del: deleteNotifyRule,
  forbidden: setNotifyRuleEnabled,
  export: exportNotifyRules,
  createDefault: createDefaultRule,
  choices: notifyRuleChoices,
  devices: notifyRuleDevices,
})
