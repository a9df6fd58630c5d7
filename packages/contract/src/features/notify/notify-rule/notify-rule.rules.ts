import type { EnumValue } from '../../../enums.ts'
import type { NotifyRule, NotifyStep } from './notify-rule.schema.ts'

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
const matches = <T>(wanted: readonly T[], value: T | null): boolean =>
  wanted.length === 0 || (value !== null && wanted.includes(value))

/** Whether a rule applies to an event. Levels and alarm types only count for alarms, fault types only for faults. */
export const matchesRule = (rule: Omit<NotifyRule, 'name' | 'steps'>, at: RuleEvent): boolean => {
  if (!rule.enabled || !rule.events.includes(at.event)) return false
  if (!matches(rule.projectIds, at.projectId) || !matches(rule.deviceIds, at.deviceId)) return false
  if (!matches(rule.projectTypeIds, at.projectTypeId)) return false
  return at.event === 'fault'
    ? matches(rule.faultTypeIds, at.faultTypeId)
    : matches(rule.levels, at.level) && matches(rule.alarmTypeIds, at.alarmTypeId)
}

/** Why a rule would never fire, or not as it reads. The texts are in `reasons` under the same names. */
export const ruleProblemNames = [
  'ruleLevelsNeedAlarm',
  'ruleAlarmTypesNeedAlarm',
  'ruleFaultTypesNeedFault',
  'ruleNoActiveTime',
  'ruleStepBefore',
  'ruleStepTooLate',
  'ruleRepeatTooSoon',
  'ruleReceiverUnnamed',
  'ruleReceiverTwice',
] as const
export type RuleProblemName = (typeof ruleProblemNames)[number]

export interface RuleProblem {
  readonly field: 'levels' | 'alarmTypeIds' | 'faultTypeIds' | 'activeHours' | 'steps'
  readonly reason: RuleProblemName
  /** From 1. */
  readonly step?: number
}

const day = 86_400
/** Shortest interval at which a person is notified of the same thing, in seconds. */
export const shortestRepeatS = 30

/** When the last repeat of a step is due, in seconds after the event. */
export const lastTimeOf = ({ afterS, repeats, everyS }: Pick<NotifyStep, 'afterS' | 'repeats' | 'everyS'>): number =>
  afterS + repeats * everyS

const isNamed = ({ kind, teamId, roleId, accountIds = [] }: NotifyStep['receivers'][number]): boolean =>
  (kind !== 'duty' || teamId !== undefined) &&
  (kind !== 'role' || roleId !== undefined) &&
  (kind !== 'accounts' || accountIds.length > 0)

const stepProblem = (step: NotifyStep, before: NotifyStep | undefined): RuleProblemName | undefined => {
  if (before && step.afterS < before.afterS) return 'ruleStepBefore'
  if (!step.receivers.every(isNamed)) return 'ruleReceiverUnnamed'
  const receivers = step.receivers.map((receiver) => JSON.stringify([receiver.kind, receiver.teamId, receiver.roleId]))
  const single = receivers.filter((_receiver, at) => step.receivers[at]?.kind !== 'accounts')
  if (new Set(single).size < single.length) return 'ruleReceiverTwice'
  if (step.repeats > 0 && step.everyS < shortestRepeatS) return 'ruleRepeatTooSoon'
  if (lastTimeOf(step) > day) return 'ruleStepTooLate'
  return undefined
}

type Judged = Pick<NotifyRule, 'events' | 'levels' | 'alarmTypeIds' | 'faultTypeIds' | 'activeHours' | 'steps'>

/** The problems of a rule in itself, the first for each field. The form shows them before saving, and the server refuses the rule. */
export const ruleProblems = (rule: Judged): RuleProblem[] => {
  const problems: RuleProblem[] = []
  const ofAlarms = rule.events.some((event) => event !== 'fault')
  if (!ofAlarms && rule.levels.length > 0) problems.push({ field: 'levels', reason: 'ruleLevelsNeedAlarm' })
  if (!ofAlarms && rule.alarmTypeIds.length > 0) problems.push({ field: 'alarmTypeIds', reason: 'ruleAlarmTypesNeedAlarm' })
  if (!rule.events.includes('fault') && rule.faultTypeIds.length > 0)
    problems.push({ field: 'faultTypeIds', reason: 'ruleFaultTypesNeedFault' })
  if (rule.activeHours && rule.activeHours.from === rule.activeHours.to)
    problems.push({ field: 'activeHours', reason: 'ruleNoActiveTime' })
  for (const [at, step] of rule.steps.entries()) {
    const reason = stepProblem(step, rule.steps[at - 1])
    if (reason) return [...problems, { field: 'steps', reason, step: at + 1 }]
  }
  return problems
}
