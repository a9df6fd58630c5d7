import type { NamedKind, NotifyReceiver, NotifyRule, NotifyStep } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { either, enumLabel, listed, sentences } from '../../../i18n/i18n.ts'

/** Finds the name of something that a rule refers to. */
export type NameOf = (kind: NamedKind, id: number) => string | undefined

/** The part of a rule that its sentence describes; in a form, some of it may still be missing. */
export type RuleDraft = Partial<Omit<NotifyRule, 'name' | 'enabled' | 'language'>>

/** Maximum number of names in a sentence. */
const most = 4

/** A rule in words. */
export const useRuleWords = () => {
  const { t } = useTranslation('notify-rule')

  const span = (seconds: number): string => {
    if (seconds === 0) return t(($) => $.span.now)
    if (seconds % 3_600 === 0) return t(($) => $.span.hours, { n: seconds / 3_600 })
    if (seconds >= 120 && seconds % 60 === 0) return t(($) => $.span.minutes, { n: seconds / 60 })
    return t(($) => $.span.seconds, { n: seconds })
  }
  const after = (seconds: number): string =>
    seconds === 0 ? t(($) => $.span.now) : t(($) => $.span.after, { span: span(seconds) })

  const named = (kind: NamedKind, ids: readonly number[], nameOf: NameOf, join = listed): string => {
    if (ids.length === 0) return t(($) => $.words.unnamed)
    const names = ids.slice(0, most).map((id) => nameOf(kind, id) || t(($) => $.noName, { kind: t(($$) => $$.kinds[kind]) }))
    return join(ids.length > most ? [...names, t(($) => $.words.more, { n: ids.length - most })] : names)
  }

  const who = ({ kind, teamId, roleId, accountIds = [] }: NotifyReceiver, nameOf: NameOf): string => {
    switch (kind) {
      case 'duty':
        return t(($) => $.words.who.duty, { name: named('team', teamId === undefined ? [] : [teamId], nameOf) })
      case 'role':
        return t(($) => $.words.who.role, { name: named('role', roleId === undefined ? [] : [roleId], nameOf) })
      case 'accounts':
        return t(($) => $.words.who.accounts, { names: named('account', accountIds, nameOf) })
      default:
        return t(($) => $.words.who[kind])
    }
  }

  const channels = (step: Pick<NotifyStep, 'channels'>): string =>
    step.channels.map((channel) => t(($) => $.words.channel[channel])).join(t(($) => $.words.channelThen)) ||
    t(($) => $.words.unnamed)

  const stepWords = (step: NotifyStep, nameOf: NameOf): string => {
    const receivers = listed(step.receivers.map((receiver) => who(receiver, nameOf)))
    const said = t(($) => $.words.step, { after: after(step.afterS), channels: channels(step), who: receivers })
    if (step.repeats === 0) return said
    return said + t(($) => $.words.repeat, { span: span(step.everyS), n: step.repeats })
  }

  const events = ({ events: wanted = [], levels = [], alarmTypeIds = [], faultTypeIds = [] }: RuleDraft, nameOf: NameOf) => {
    const ofLevels = levels.length === 0 ? t(($) => $.allLevels) : listed(levels.map((level) => enumLabel('alarmLevel', level)))
    return either(
      wanted.map((event) => {
        if (event === 'breach') return t(($) => $.words.breach)
        if (event === 'fault')
          return faultTypeIds.length === 0
            ? t(($) => $.words.fault)
            : t(($) => $.words.faultOf, { types: named('faultType', faultTypeIds, nameOf, either) })
        return alarmTypeIds.length === 0
          ? t(($) => $.words.alarm, { levels: ofLevels })
          : t(($) => $.words.alarmOf, { levels: ofLevels, types: named('alarmType', alarmTypeIds, nameOf, either) })
      }),
    )
  }

  const where = ({ projectIds = [], projectTypeIds = [], deviceIds = [] }: RuleDraft, nameOf: NameOf): string => {
    if (deviceIds.length > 0) return t(($) => $.words.atDevices, { names: named('device', deviceIds, nameOf, either) })
    if (projectIds.length > 0) return t(($) => $.words.inProjects, { names: named('project', projectIds, nameOf, either) })
    if (projectTypeIds.length > 0)
      return t(($) => $.words.ofTypes, { names: named('projectType', projectTypeIds, nameOf, either) })
    return t(($) => $.words.everywhere)
  }

  const days = (chosen: readonly number[]): string => {
    const names = t(($) => $.days, { returnObjects: true })
    if (chosen.length === 7) return t(($) => $.everyDay)
    return listed(chosen.toSorted((a, b) => a - b).map((day) => names[day - 1] ?? ''))
  }

  /** What a rule does, as a short text. */
  const sentence = (rule: RuleDraft, nameOf: NameOf): string => {
    const { steps = [], stopWhen, activeHours, mergeWindowS = 0 } = rule
    const what = events(rule, nameOf) || t(($) => $.words.unnamed)
    const lines = [
      t(($) => $.words.when, { where: where(rule, nameOf), what }) +
        steps.map((step) => stepWords(step, nameOf)).join(t(($) => $.words.stepEnd)) +
        t(($) => $.words.end),
      ...(stopWhen ? [t(($) => $.words.stop[stopWhen])] : []),
      ...(activeHours
        ? [t(($) => $.words.hours, { days: days(activeHours.days), from: activeHours.from, to: activeHours.to })]
        : []),
      ...(mergeWindowS > 0 ? [t(($) => $.words.merge, { span: span(mergeWindowS) })] : []),
    ]
    return sentences(lines)
  }

  return { span, after, who, channels, stepWords, events, where, days, sentence }
}
