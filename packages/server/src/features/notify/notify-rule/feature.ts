import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createDefaultRule } from './create-default-rule.ts'
import { createNotifyRule, removeNotifyRule, setNotifyRuleEnabled, updateNotifyRule } from './notify-rule.verbs.ts'
import { exportNotifyRules, notifyRuleDetail, pageNotifyRules, selectNotifyRules, notifyRuleExport } from './notify-rule.reads.ts'
import { notifyRuleChoices, notifyRuleDevices } from './rule-choices.ts'
import type { Feature } from '../../../platform/feature.ts'

const notifyRuleRoutes = bind(endpoints.notifyRule, {
  page: pageNotifyRules,
  detail: notifyRuleDetail,
  select: selectNotifyRules,
  create: createNotifyRule,
  update: updateNotifyRule,
  remove: removeNotifyRule,
  setEnabled: setNotifyRuleEnabled,
  export: exportNotifyRules,
  createDefault: createDefaultRule,
  choices: notifyRuleChoices,
  devices: notifyRuleDevices,
})

export const notifyRuleFeature: Feature = {
  name: 'notify-rule',
  routes: () => notifyRuleRoutes,
  exports: { notifyRule: notifyRuleExport },
  liveKinds: ['notifyRule'],
}
