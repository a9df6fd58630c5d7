import type { EnumValue } from '../../kernel/enums.ts'
import type { NotifyRule } from './notify-rule.schema.ts'

/** What happened, as far as rules ask. */
export interface RuleEvent {
  readonly projectId: number | null
  readonly projectTypeId: number | null
  readonly deviceId: number | null
  readonly event: EnumValue<'notifyEvent'>
  readonly level: EnumValue<'alarmLevel'> | null
  readonly alarmTypeId: number | null
  readonly faultTypeId: number | null
}

/** An empty list means all. What an event does not say, such as the type of an alarm that was not looked up, is in none that are named. */
const within = <T>(wanted: readonly T[], value: T | null): boolean =>
  wanted.length === 0 || (value !== null && wanted.includes(value))

/** Does a rule apply to what happened? Levels and alarm types ask only of alarms, fault types only of faults. */
export const matchesRule = (rule: Omit<NotifyRule, 'name' | 'steps'>, at: RuleEvent): boolean => {
  if (!rule.enabled || !rule.events.includes(at.event)) return false
  if (!within(rule.projectIds, at.projectId) || !within(rule.deviceIds, at.deviceId)) return false
  if (!within(rule.projectTypeIds, at.projectTypeId)) return false
  return at.event === 'fault'
    ? within(rule.faultTypeIds, at.faultTypeId)
    : within(rule.levels, at.level) && within(rule.alarmTypeIds, at.alarmTypeId)
}
