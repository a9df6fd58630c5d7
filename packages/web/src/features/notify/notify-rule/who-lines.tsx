import type { Preview, PreviewLine } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { NumberProved } from '../../sites/project-notifier/number-proof.tsx'
import { useRuleWords } from './rule-words.ts'

const notified = { tone: 'normal', shape: '●' } as const
const out = { tone: 'neutral', shape: '⊘' } as const

const failed = { tone: 'fault', shape: '▲' } as const

const isNotified = ({ leftOut, channels }: PreviewLine): boolean =>
  leftOut === null && channels.some(({ state }) => state === 'tell')
const isReached = (line: PreviewLine): boolean =>
  line.leftOut === null && line.channels.some(({ channel, state }) => state === 'tell' && channel !== 'inSite')

const isQuiet = ({ channels }: PreviewLine): boolean => channels.some(({ state }) => state === 'projectQuiet')

/** Lines of the same moment, rule, step and round together, in order of time. */
const groupedByTime = (lines: readonly PreviewLine[]): PreviewLine[][] => {
  const groups = Map.groupBy(lines, ({ atS, ruleId, step, round }) => [atS, ruleId, step, round].join())
  return [...groups.values()].sort(([a], [b]) => (a?.atS ?? 0) - (b?.atS ?? 0))
}

/** Whether push messages arrive on any phone of the person. */
const Pushed = ({ push: { phones, endedAt } }: { push: NonNullable<PreviewLine['push']> }) => {
  const { t } = useTranslation('notify-rule')
  if (endedAt !== null) return <Tag look={failed}>{t(($) => $.preview.pushEnded, { time: formatTime(endedAt) })}</Tag>
  return phones === 0 ? <Tag look={failed}>{t(($) => $.preview.noPhone)}</Tag> : null
}

const Person = ({ line }: { line: PreviewLine }) => {
  const { t } = useTranslation('notify-rule')
  const { receiver, channels, leftOut, number, push } = line
  const kind = enumLabel('notifyReceiver', receiver.kind)
  const ofPlace = receiver.kind === 'callList' || receiver.kind === 'deviceList'
  const name = receiver.name || (ofPlace || leftOut !== null ? kind : t(($) => $.preview.above))
  return (
    <li data-out={leftOut !== null}>
      <strong>{name}</strong>
      {name !== kind && <small className="ew-muted">{kind}</small>}
      {leftOut === null ? (
        <span className="ew-who-channels">
          {channels.map(({ channel, state }) => (
            <Tag key={channel} look={state === 'tell' ? notified : out}>
              {state === 'tell'
                ? enumLabel('notifyMethod', channel)
                : `${enumLabel('notifyMethod', channel)} · ${t(($) => $.preview.notBy, { reason: enumLabel('leftOutReason', state) })}`}
            </Tag>
          ))}
          {number && <NumberProved number={number} />}
          {push && <Pushed push={push} />}
        </span>
      ) : (
        <span>
          <Tag look={out}>{t(($) => $.preview.notNotified, { reason: enumLabel('leftOutReason', leftOut) })}</Tag>
        </span>
      )}
    </li>
  )
}

const TimeGroup = ({ lines }: { lines: readonly PreviewLine[] }) => {
  const { t } = useTranslation('notify-rule')
  const { span } = useRuleWords()
  const [first] = lines
  if (!first) return null
  const { atS, ruleName: rule, step, round } = first
  return (
    <li className="ew-who-at">
      <strong>{span(atS)}</strong>
      <div>
        <p className="ew-muted">
          {round > 1 ? t(($) => $.preview.ruleAgain, { rule, step, round }) : t(($) => $.preview.rule, { rule, step })}
          {first.receiver.kind === 'callList' && atS > 0 && ` · ${t(($) => $.preview.ifNone)}`}
        </p>
        <ul className="ew-who-people">
          {lines.map((line, at) => (
            // Two people of a call list may have the same name.
            // oxlint-disable-next-line react/no-array-index-key
            <Person key={at} line={line} />
          ))}
        </ul>
      </div>
    </li>
  )
}

/** A timeline of who would be notified; if nobody would be, that comes first and in plain words. */
export const WhoLines = ({ preview: { lines, projectReason } }: { preview: Preview }) => {
  const { t } = useTranslation('notify-rule')
  const warn = (title: string, description?: string) => (
    <Alert className="ew-form-alert" type="warning" showIcon title={title} description={description} />
  )
  if (lines.length === 0)
    return (
      <div role="status">
        {projectReason ? warn(enumLabel('leftOutReason', projectReason)) : null}
        {warn(
          t(($) => $.preview.nobody),
          t(($) => $.preview.nobodyHint),
        )}
      </div>
    )
  const notifiedCount = new Set(lines.filter(isNotified).map(({ receiver }) => `${receiver.accountId ?? ''} ${receiver.name}`))
    .size
  return (
    <>
      <div role="status">
        {projectReason && warn(t(($) => $.preview[projectReason]))}
        {lines.some(isQuiet) && warn(t(($) => $.preview.quiet))}
        {!lines.some(isReached) && warn(t(($) => $.preview.noneOutside))}
        <p className="ew-muted">
          {t(($) => $.preview.told, { n: notifiedCount })} ·{' '}
          {t(($) => $.preview.leftOut, { n: lines.filter((line) => !isNotified(line)).length })}
        </p>
      </div>
      <ol className="ew-who-line" aria-label={t(($) => $.preview.lines)}>
        {groupedByTime(lines).map((group) => (
          <TimeGroup key={group.map(({ ruleId, step, round, atS }) => [ruleId, step, round, atS].join()).join()} lines={group} />
        ))}
      </ol>
      <p className="ew-muted">{t(($) => $.preview.until)}</p>
    </>
  )
}
