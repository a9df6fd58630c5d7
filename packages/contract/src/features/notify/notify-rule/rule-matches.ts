import type { EnumValue } from '../../../enums.ts'
import type { NotifyRule } from './notify-rule.schema.ts'

/** The facts of an event that rules ask about. */
export interface RuleEvent {
  readonly projectId: number | null
  readonly projectTypeId: number | null
  readonly deviceId: number | null
  readonly event: EnumValue<'notifyEvent'>
  readonly level: EnumValue<'alarmLevel'> | null
  readonly alarmTypeId: number | null
  readonly faultTypeId: number | null
}

/** An empty list means all. A fact that is missing, such as an alarm type that was not looked up, matches no list that names any. */
const within = <T>(wanted: readonly T[], value: T | null): boolean =>
  wanted.length === 0 || (value !== null && wanted.includes(value))

/** Whether a rule applies to an event. Levels and alarm types only count for alarms, fault types only for faults. */
export const matchesRule = (rule: Omit<NotifyRule, 'name' | 'steps'>, at: RuleEvent): boolean => {
  if (!rule.enabled || !rule.events.includes(at.event)) return false
  if (!within(rule.projectIds, at.projectId) || !within(rule.deviceIds, at.deviceId)) return false
  if (!within(rule.projectTypeIds, at.projectTypeId)) return false
  return at.event === 'fault'
    ? within(rule.faultTypeIds, at.faultTypeId)
    : within(rule.levels, at.level) && within(rule.alarmTypeIds, at.alarmTypeId)
}
