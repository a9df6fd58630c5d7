import type { ActiveHours, InputOf, NotifyRule, NotifyStep, endpoints } from '@emberwatch/contract'
import { canonicalJson, changesBetween } from '../../../platform/audit.ts'

export type RuleInput = Omit<InputOf<typeof endpoints.notifyRule.update>, 'id' | 'version'>

/** A form's input as a rule; missing fields are null. */
export const ruleOfInput = (input: RuleInput, enabled: boolean): NotifyRule => ({
  name: input.name,
  enabled,
  events: input.events,
  levels: input.levels ?? [],
  projectIds: input.projectIds ?? [],
  projectTypeIds: input.projectTypeIds ?? [],
  alarmTypeIds: input.alarmTypeIds ?? [],
  faultTypeIds: input.faultTypeIds ?? [],
  deviceIds: input.deviceIds ?? [],
  steps: input.steps,
  stopWhen: input.stopWhen,
  activeHours: input.activeHours ?? null,
  mergeWindowS: input.mergeWindowS,
  language: input.language ?? null,
})

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

/** The columns of a rule. */
export const columnsOf = (rule: NotifyRule) => ({
  name: rule.name,
  events: rule.events,
  levels: rule.levels,
  project_ids: sorted(rule.projectIds),
  project_type_ids: sorted(rule.projectTypeIds),
  alarm_type_ids: sorted(rule.alarmTypeIds),
  fault_type_ids: sorted(rule.faultTypeIds),
  device_ids: sorted(rule.deviceIds),
  steps: JSON.stringify(rule.steps),
  stop_when: rule.stopWhen,
  active_hours: rule.activeHours && JSON.stringify(rule.activeHours),
  merge_window_s: rule.mergeWindowS,
  language: rule.language,
})

interface Said {
  readonly steps: readonly NotifyStep[]
  readonly activeHours: ActiveHours | null
}

/** With sorted keys, because jsonb returns them in its own order. */
const sortedKeys = (value: unknown): unknown => (value === undefined ? null : JSON.parse(canonicalJson(value)))

/** The audit entries of columns logged as text, from → to. */
export const textChanges = (before: Said | null, after: Said) => ({
  steps: null,
  active_hours: null,
  ...changesBetween(
    { steps: sortedKeys(before?.steps), active_hours: sortedKeys(before?.activeHours) },
    { steps: sortedKeys(after.steps), active_hours: sortedKeys(after.activeHours) },
  ),
})
