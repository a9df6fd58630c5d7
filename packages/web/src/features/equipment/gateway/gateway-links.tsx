import { endpoints, type GatewayAvailability, type GatewayOutageRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Clock } from '../../../kit/clock.tsx'
import { LoadFailed } from '../../../kit/list/list-states.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatInZone, Time } from '../../../kit/time.tsx'
import './gateway.css'

const { gateway } = endpoints

const percentText = (percent: number): string => `${percent.toFixed(2)} %`

type Day = GatewayAvailability['days'][number]

/** One bar per day, with the availability as its height. The same as a table below. */
const Days = ({ days }: { days: readonly Day[] }) => {
  const { t } = useTranslation('gateway')
  const words = t(($) => $.link, { returnObjects: true })
  const width = 100 / days.length
  const textOf = ({ day, percent, outages }: Day): string =>
    percent === null
      ? t(($) => $.link.dayUnknown, { day })
      : t(($) => $.link.dayOf, { day, percent: percentText(percent), count: outages })
  return (
    <>
      <svg className="ew-days" viewBox="0 0 100 50" preserveAspectRatio="none" role="img" aria-label={words.perDay}>
        {days.map((each, i) => (
          <g key={each.day}>
            <title>{textOf(each)}</title>
            <rect x={i * width} y={0} width={width * 0.8} height={50} data-state="base" />
            {each.percent !== null && (
              <rect
                x={i * width}
                y={50 - each.percent / 2}
                width={width * 0.8}
                height={each.percent / 2}
                data-state={each.percent === 100 ? 'full' : 'part'}
              />
            )}
          </g>
        ))}
      </svg>
      <div className="ew-days-ends" aria-hidden>
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
      <details>
        <summary>{words.table}</summary>
        <PlainTable
          label={words.table}
          rows={days.toReversed().map((day, id) => ({ ...day, id }))}
          columns={[
            { label: words.columns.day, render: ({ day }) => day },
            { label: words.columns.percent, render: ({ percent }) => (percent === null ? words.unknown : percentText(percent)) },
            { label: words.columns.outages, render: ({ percent, outages }) => (percent === null ? '—' : outages) },
          ]}
        />
      </details>
    </>
  )
}

interface LinksProps {
  gatewayId: number
  /** Time zone of its site. */
  zone: string
}

const Availability = ({ gatewayId, zone }: LinksProps) => {
  const { t } = useTranslation('gateway')
  const query = useCall(gateway.availability, { gatewayId }, { quiet: true })
  const words = t(($) => $.link, { returnObjects: true })
  const { data } = query
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!data) return null
  const figures = [
    [words.day, data.day],
    [words.week, data.week],
    [words.month, data.month],
  ] as const
  return (
    <section className="ew-panel">
      <h2>{words.availability}</h2>
      <ul className="ew-availability">
        {figures.map(([label, percent]) => (
          <li key={label}>
            <span>{label}</span>
            <strong>{percent === null ? '—' : percentText(percent)}</strong>
          </li>
        ))}
      </ul>
      <p className="ew-gateway-note">
        {data.since === null ? words.noHistory : t(($) => $.link.since, { at: formatInZone(data.since, zone) })}
      </p>
      {data.since !== null && <Days days={data.days} />}
    </section>
  )
}

const Until = ({ row: { until }, zone }: { row: GatewayOutageRow; zone: string }) => {
  const { t } = useTranslation('gateway')
  return until === null ? (
    <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.link.still)}</Tag>
  ) : (
    <Time value={until} zone={zone} />
  )
}

/** Availability, and the outages of a gateway. */
export const GatewayLinks = ({ gatewayId, zone }: LinksProps) => {
  const { t } = useTranslation('gateway')
  const words = t(($) => $.link, { returnObjects: true })
  return (
    <>
      <Availability gatewayId={gatewayId} zone={zone} />
      <ListPage
        embedded
        endpoint={gateway.outages}
        fixed={{ gatewayId }}
        title={words.outages}
        filters={[{ kind: 'dateRange' }]}
        columns={[
          { field: 'at', label: words.from, render: ({ at }) => <Time value={at} zone={zone} /> },
          { field: 'until', label: words.until, render: (row) => <Until row={row} zone={zone} /> },
          {
            field: 'id',
            label: words.lasted,
            render: ({ at, until }) => <Clock since={at} until={until} />,
          },
          { field: 'cause', label: words.cause, render: ({ cause }) => enumLabel('gatewayLinkCause', cause) },
          { field: 'noticedAt', optional: true, render: ({ noticedAt }) => <Time value={noticedAt} zone={zone} /> },
        ]}
        tone={({ until }) => (until === null ? 'fault' : undefined)}
      />
    </>
  )
}
