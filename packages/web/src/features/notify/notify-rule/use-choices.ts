import { endpoints, type NotifyRuleChoices } from '@emberwatch/contract'
import { useCall } from '../../../api/hooks.ts'
import type { NameOf } from './rule-words.ts'

const none: NotifyRuleChoices = {
  projects: [],
  projectTypes: [],
  alarmTypes: [],
  faultTypes: [],
  teams: [],
  roles: [],
  accounts: [],
  channels: ['app', 'sms', 'voice', 'mail', 'inSite'],
}

/** Everything that a rule of a company can refer to. */
export const useChoices = (companyId: number | undefined): NotifyRuleChoices =>
  useCall(endpoints.notifyRule.choices, companyId === undefined ? {} : { companyId }, { keepPrevious: true, staleTime: 30_000 })
    .data ?? none

const lists = {
  project: 'projects',
  projectType: 'projectTypes',
  alarmType: 'alarmTypes',
  faultType: 'faultTypes',
  team: 'teams',
  role: 'roles',
  account: 'accounts',
} as const

/** Names from the available choices, or else from the rule itself. */
export const nameFrom =
  (choices: NotifyRuleChoices, known: NameOf): NameOf =>
  (kind, id) => {
    const found = kind === 'device' ? undefined : choices[lists[kind]].find(({ value }) => value === id)
    return found?.label ?? known(kind, id)
  }
