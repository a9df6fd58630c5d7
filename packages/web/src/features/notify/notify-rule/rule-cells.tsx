import type { ActiveHours, NotifyRuleRow, RuleNamed } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { EnabledTag, Tag } from '../../../kit/status-tag.tsx'
import { useRuleWords } from './rule-words.ts'
import { namesIn } from './step-facts.ts'

const warning = { tone: 'fault', shape: '▲' } as const

/** Events and levels of a rule. */
export const RuleWhen = ({ row }: { row: NotifyRuleRow }) => {
  const { t } = useTranslation('notify-rule')
  const types = row.alarmTypeIds.length + row.faultTypeIds.length
  const ofAlarms = row.events.some((event) => event !== 'fault')
  const levels =
    row.levels.length === 0 ? t(($) => $.allLevels) : listed(row.levels.map((level) => enumLabel('alarmLevel', level)))
  const small = [...(ofAlarms ? [levels] : []), ...(types > 0 ? [t(($) => $.types, { n: types })] : [])].join(' · ')
  return <TwoLines small={small}>{listed(row.events.map((event) => enumLabel('notifyEvent', event)))}</TwoLines>
}

/** Where a rule applies. */
export const RuleTargets = ({ row }: { row: NotifyRuleRow }) => {
  const { t } = useTranslation('notify-rule')
  const { projectIds, projectTypeIds, deviceIds, named } = row
  const nameOf = namesIn(named)
  const one = projectIds.length === 1 ? nameOf('project', projectIds[0] ?? 0) : undefined
  const types = listed(projectTypeIds.map((id) => nameOf('projectType', id) ?? ''))
  const all = types === '' ? t(($) => $.whole) : t(($) => $.ofTypes, { types })
  const projects = projectIds.length === 0 ? all : one || t(($) => $.projects, { n: projectIds.length })
  return <TwoLines small={deviceIds.length > 0 ? t(($) => $.devices, { n: deviceIds.length }) : null}>{projects}</TwoLines>
}

/** The steps of a rule, one line each: when and whom; below it the channels. */
export const RuleSteps = ({ row }: { row: NotifyRuleRow }) => {
  const { after, who } = useRuleWords()
  const nameOf = namesIn(row.named)
  const text = row.steps
    .map(({ afterS, receivers }) => `${after(afterS)} ${listed(receivers.map((receiver) => who(receiver, nameOf)))}`)
    .join(' → ')
  const channels = [...new Set(row.steps.flatMap((step) => step.channels))]
  return (
    <TwoLines small={listed(channels.map((channel) => enumLabel('notifyMethod', channel)))}>
      <span className="ew-rule-line">{text}</span>
    </TwoLines>
  )
}

/** Hours of a day, and on which days. */
export const Hours = ({ hours: { from, to, days } }: { hours: ActiveHours }) => {
  const words = useRuleWords()
  return <TwoLines small={words.days(days)}>{`${from}–${to}`}</TwoLines>
}

/** When a rule applies. */
export const RuleHours = ({ row: { activeHours } }: { row: NotifyRuleRow }) => {
  const { t } = useTranslation('notify-rule')
  return activeHours ? <Hours hours={activeHours} /> : <span className="ew-muted">{t(($) => $.always)}</span>
}

/** How long further events are merged into the message of the first. */
export const RuleMerge = ({ row: { mergeWindowS } }: { row: NotifyRuleRow }) => {
  const { t } = useTranslation('notify-rule')
  const { span } = useRuleWords()
  return mergeWindowS === 0 ? <span className="ew-muted">{t(($) => $.noMerge)}</span> : <>{span(mergeWindowS)}</>
}

/** The language of all messages, or each receiver's own. */
export const RuleLanguage = ({ row: { language } }: { row: NotifyRuleRow }) => {
  const { t } = useTranslation('notify-rule')
  return language === null ? (
    <span className="ew-muted">{t(($) => $.ownLanguage)}</span>
  ) : (
    <>{enumLabel('callLanguage', language)}</>
  )
}

/** What the rule refers to that is gone, by name. */
export const useGone = () => {
  const { t } = useTranslation('notify-rule')
  return (named: readonly RuleNamed[]): string =>
    listed(
      named.filter(({ gone }) => gone).map(({ kind, name }) => name || t(($) => $.noName, { kind: t(($$) => $$.kinds[kind]) })),
    )
}

/** Whether a rule is enabled, and what keeps it from doing everything that it says. */
export const RuleState = ({ row }: { row: NotifyRuleRow }) => {
  const { t } = useTranslation('notify-rule')
  return (
    <span className="ew-rule-state">
      <EnabledTag enabled={row.enabled} />
      {row.named.some(({ gone }) => gone) && <Tag look={warning}>{t(($) => $.gone)}</Tag>}
      {row.missing.length > 0 && <Tag look={warning}>{t(($) => $.missing)}</Tag>}
    </span>
  )
}
