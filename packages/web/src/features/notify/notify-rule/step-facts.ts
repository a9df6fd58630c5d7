import type { NotifyReceiver, NotifyRuleRow, NotifyStep, RuleNamed } from '@emberwatch/contract'
import type { NameOf } from './rule-words.ts'

export const mostSteps = 20
export const mostReceivers = 10

/** A new step of a rule: one minute after the one before. */
export const nextStep = (before: NotifyStep | undefined): NotifyStep => ({
  afterS: before ? before.afterS + 60 : 0,
  receivers: [{ kind: before ? 'duty' : 'callList' }],
  channels: ['voice', 'sms'],
  answerS: before?.answerS ?? 30,
  repeats: 0,
  everyS: 0,
})

/** Changes the kind of a receiver, and drops the choice of the former kind. */
export const ofKind = (kind: NotifyReceiver['kind']): NotifyReceiver => ({ kind })

/** Swaps two steps but keeps the times, because otherwise a moved step would come before the one above it. */
export const movedSteps = (steps: readonly NotifyStep[], at: number, by: -1 | 1): NotifyStep[] => {
  const one = steps[at]
  const other = steps[at + by]
  if (!one || !other) return [...steps]
  return steps.map((step, index) => {
    if (index === at) return { ...other, afterS: one.afterS }
    return index === at + by ? { ...one, afterS: other.afterS } : step
  })
}

export const namesIn =
  (named: readonly RuleNamed[]): NameOf =>
  (kind, id) =>
    named.find((each) => each.kind === kind && each.id === id)?.name

const lists = {
  projectIds: 'project',
  projectTypeIds: 'projectType',
  deviceIds: 'device',
  alarmTypeIds: 'alarmType',
  faultTypeIds: 'faultType',
} as const

/** The kinds of which nothing is left: an empty list means all, which the person who edits the rule must know. */
export const widenedKinds = (row: NotifyRuleRow): RuleNamed['kind'][] => {
  const left = withoutGone(row)
  return (['projectIds', 'projectTypeIds', 'deviceIds', 'alarmTypeIds', 'faultTypeIds'] as const)
    .filter((field) => row[field].length > 0 && left[field].length === 0)
    .map((field) => lists[field])
}

/**
 * A rule without anything that is gone, for the form, because the server accepts nothing that is gone. A receiver with nobody left
 * stays and asks for a choice.
 */
export const withoutGone = (
  row: NotifyRuleRow,
): Pick<NotifyRuleRow, 'projectIds' | 'projectTypeIds' | 'deviceIds' | 'alarmTypeIds' | 'faultTypeIds' | 'steps'> => {
  const isGone = (kind: RuleNamed['kind'], id: number) =>
    row.named.some((each) => each.gone && each.kind === kind && each.id === id)
  const left = (kind: RuleNamed['kind'], ids: readonly number[]) => ids.filter((id) => !isGone(kind, id))
  const kept = (receiver: NotifyReceiver): NotifyReceiver => {
    const { teamId, roleId, accountIds } = receiver
    if (teamId !== undefined && isGone('team', teamId)) return ofKind('duty')
    if (roleId !== undefined && isGone('role', roleId)) return ofKind('role')
    return accountIds ? { ...receiver, accountIds: left('account', accountIds) } : receiver
  }
  return {
    projectIds: left('project', row.projectIds),
    projectTypeIds: left('projectType', row.projectTypeIds),
    deviceIds: left('device', row.deviceIds),
    alarmTypeIds: left('alarmType', row.alarmTypeIds),
    faultTypeIds: left('faultType', row.faultTypeIds),
    steps: row.steps.map((step) => ({ ...step, receivers: step.receivers.map(kept) })),
  }
}
