import { type FaultDetail, pageHref } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { DeviceTime } from '../alarm/device-time.tsx'
import '../../../kit/detail/timeline.css'

interface Step {
  readonly key: string
  readonly at: string
  readonly title: string
  readonly more?: ReactNode
}

/** The history of the fault, oldest first: raised, repeated, postponed, its orders, restored and solved. */
const stepsOf = (row: FaultDetail, words: ReturnType<typeof useWords>, canOrder: boolean): Step[] => {
  const steps: Step[] = [{ key: 'raised', at: row.firstAt, title: words.raised(row.cameBack) }]
  if (row.repeatCount > 0) steps.push({ key: 'repeated', at: row.lastAt, title: words.repeated(row.repeatCount) })
  if (row.snoozedAt !== null)
    steps.push({ key: 'snoozed', at: row.snoozedAt, title: words.snoozed(row.snoozedBy ?? '—'), more: row.snoozeReason })
  for (const order of row.orders) {
    const code = canOrder ? <a href={pageHref('repairOrderDetail', { id: order.id })}>{order.code}</a> : order.code
    steps.push({ key: `order ${order.id}`, at: order.createdAt, title: words.ordered(order.createdBy ?? '—'), more: code })
    if (order.finishedAt !== null)
      steps.push({
        key: `finished ${order.id}`,
        at: order.finishedAt,
        title: words.finished(order.completeType === null ? '—' : enumLabel('completeType', order.completeType)),
        more: order.completeNote,
      })
  }
  if (row.restoredAt !== null) steps.push({ key: 'restored', at: row.restoredAt, title: words.restored })
  if (row.solvedAt !== null && row.solvedWay !== null)
    steps.push({
      key: 'solved',
      at: row.solvedAt,
      title: words.solved(enumLabel('faultSolvedWay', row.solvedWay), row.solvedBy),
      more: row.note,
    })
  return steps.toSorted((a, b) => a.at.localeCompare(b.at))
}

const useWords = () => {
  const { t } = useTranslation('fault')
  return {
    raised: (count: number) => (count > 0 ? t(($) => $.story.raisedAgain, { count }) : t(($) => $.story.raised)),
    repeated: (count: number) => t(($) => $.story.repeated, { count }),
    snoozed: (who: string) => t(($) => $.story.snoozed, { who }),
    ordered: (who: string) => t(($) => $.story.ordered, { who }),
    finished: (how: string) => t(($) => $.story.finished, { how }),
    restored: t(($) => $.story.restored),
    solved: (way: string, who: string | null) =>
      who === null ? t(($) => $.story.solved, { way }) : t(($) => $.story.solvedBy, { way, who }),
  }
}

export const FaultHistory = ({ row }: { row: FaultDetail }) => {
  const { t } = useTranslation('fault')
  const can = useCan()
  const words = useWords()
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.page.history)}</h2>
      <ol className="ew-timeline">
        {stepsOf(row, words, can('repairOrder:view')).map(({ key, at, title, more }) => (
          <li key={key}>
            <div className="ew-timeline-head">
              <strong>{title}</strong>
              <Time value={at} />
            </div>
            {more && <blockquote>{more}</blockquote>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The device's signals that belong to this fault. */
export const Signals = ({ row }: { row: FaultDetail }) => {
  const { t } = useTranslation('fault')
  if (row.deviceId === null) return <p className="ew-empty">{t(($) => $.page.noSignals)}</p>
  return (
    <PlainTable
      label={t(($) => $.page.signals)}
      rows={row.signals.map((signal, id) => ({ ...signal, id }))}
      columns={[
        { label: fieldLabel('receivedAt'), render: ({ receivedAt }) => <Time value={receivedAt} /> },
        {
          label: t(($) => $.page.deviceClock),
          render: (signal) => <DeviceTime {...signal} />,
        },
        { label: fieldLabel('type'), render: ({ type }) => (type === null ? '—' : enumLabel('reportType', type)) },
        { label: fieldLabel('sourceCode'), render: ({ format, code }) => [format, code].filter(Boolean).join(' ') },
      ]}
    />
  )
}

/** The same fault at the same place, at other times. */
export const Related = ({ row }: { row: FaultDetail }) => {
  const { t } = useTranslation('fault')
  if (row.related.length === 0) return <p className="ew-empty">{t(($) => $.page.neverBefore)}</p>
  return (
    <PlainTable
      label={t(($) => $.page.related)}
      rows={row.related}
      columns={[
        { label: fieldLabel('code'), render: ({ id, code }) => <a href={pageHref('faultDetail', { id })}>{code}</a> },
        { label: fieldLabel('state'), render: ({ state }) => <StatusTag enumeration="faultState" value={state} /> },
        { label: fieldLabel('firstAt'), render: ({ firstAt }) => <Time value={firstAt} /> },
        { label: fieldLabel('solvedAt'), render: ({ solvedAt }) => (solvedAt === null ? '—' : <Time value={solvedAt} />) },
        {
          label: fieldLabel('solvedWay'),
          render: ({ solvedWay }) => (solvedWay === null ? '—' : enumLabel('faultSolvedWay', solvedWay)),
        },
        { label: fieldLabel('note'), render: ({ note }) => note ?? '—' },
      ]}
    />
  )
}
