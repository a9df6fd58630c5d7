import { endpoints, enums, type EnumValue, type OutputOf, pageAddress } from '@emberwatch/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Chart } from '../../../kit/chart/chart.tsx'
import { ListSkeleton } from '../../../kit/list/list-states.tsx'
import { usePageSearch, type Search } from '../../../kit/search-params.ts'
import { formatSpan } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { Filters, inputOf, listed } from './home-chart-filters.tsx'

type Home = typeof endpoints.homeChart
const { homeChart } = endpoints

/** Charts are read this often, and not at every event (ms). */
const refreshMs = 300_000
type Query<Data> = {
  data: Data | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** The charts of one answer, or why there is none. What was read before stays visible beside the reason. */
const Answer = <Data,>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) => {
  const { t } = useTranslation('home')
  const { data, error } = query
  return (
    <>
      {error && (
        <div className="ew-chart" role="alert">
          <p>{t(($) => $.charts.failed, { reason: error.message })}</p>
          <Button onClick={() => void query.refetch()}>{t(($) => $.charts.retry)}</Button>
        </div>
      )}
      {data !== undefined ? (
        <div className="ew-chart-answer" aria-busy={query.isPlaceholderData}>
          {children(data)}
        </div>
      ) : error ? null : (
        <div className="ew-chart">
          <ListSkeleton rows={6} />
        </div>
      )}
    </>
  )
}

const tones = { open: 'danger', confirmed: 'accent', falseAlarm: 'neutral', other: 'normal' } as const
const shownOutcomes = ['confirmed', 'falseAlarm', 'other', 'open'] as const satisfies readonly EnumValue<'alarmOutcome'>[]

const percent = (value: number | null): string => (value === null ? '—' : `${value} %`)
const duration = (seconds: number | null): string => (seconds === null ? '—' : formatSpan(seconds * 1_000))
/** Up to this, a chart counts in seconds: “0.4 min” says less than “24 s” (s). */
const mostSeconds = 300

type Trend = OutputOf<Home['alarmTrend']>
type Span = { startsAt: string; endsAt: string }

/** The addresses of alarm lists with the filters of the charts. */
const useAlarmHref = (search: Search) => {
  const base = listed(search)
  return (span: Span | undefined, more: Search = { countedAlarm: 'true' }): string | undefined =>
    span && pageAddress('alarmList', { ...base, startTime: span.startsAt, endTime: span.endsAt, ...more })
}

const TrendCharts = ({ data, search }: { data: Trend; search: Search }) => {
  const { t } = useTranslation('home')
  const words = t(($) => $.charts, { returnObjects: true })
  const href = useAlarmHref(search)
  const { days, weeks, types, hours } = data
  const whole = days[0] && { startsAt: days[0].startsAt, endsAt: days.at(-1)?.endsAt ?? '' }
  return (
    <>
      <Chart
        title={words.trend}
        kind="stacked"
        category={words.day}
        categories={days.map(({ day }) => day)}
        series={[
          ...shownOutcomes.map((outcome) => ({
            name: enumLabel('alarmOutcome', outcome),
            values: days.map((day) => day[outcome]),
            tone: tones[outcome],
          })),
          { name: words.previous, values: days.map(({ previous }) => previous), tone: 'text', line: true },
        ]}
        note={t(($) => $.charts.trendNote, {
          total: data.total.toLocaleString(),
          before: data.previousTotal.toLocaleString(),
          drills: data.drills.toLocaleString(),
          tests: data.tests.toLocaleString(),
        })}
        hrefOf={(index, series) => {
          const outcome = shownOutcomes[series]
          return outcome && href(days[index], { alarmOutcome: outcome })
        }}
      />
      <Chart
        title={words.types}
        kind="rows"
        category={words.type}
        categories={types.map(({ nameZh, nameEn }) => (currentLanguage() === 'zh' ? nameZh : nameEn))}
        series={[{ name: words.alarms, values: types.map(({ alarms }) => alarms) }]}
        hrefOf={(index) => href(whole, { countedAlarm: 'true', typeId: String(types[index]?.typeId ?? '') })}
      />
      <Chart
        title={words.hours}
        kind="columns"
        category={words.hour}
        categories={hours.map((_n, hour) => String(hour))}
        series={[{ name: words.alarms, values: data.total === 0 ? hours.map(() => null) : hours }]}
        hrefOf={(hour) => href(whole, { countedAlarm: 'true', siteHour: String(hour) })}
      />
      <Chart
        title={words.falseRate}
        kind="line"
        unit=" %"
        category={words.week}
        categories={weeks.map(({ day }) => day)}
        series={[{ name: words.falseRate, values: weeks.map((week) => week.percent) }]}
        note={t(($) => $.charts.falseNote, { now: percent(data.percent), before: percent(data.previousPercent) })}
        hrefOf={(index) => href(weeks[index], { alarmOutcome: 'falseAlarm' })}
      />
    </>
  )
}

const ProjectChart = ({
  data,
  span,
  search,
}: {
  data: OutputOf<Home['alarmProjects']>
  span: Span | undefined
  search: Search
}) => {
  const { t } = useTranslation('home')
  const words = t(($) => $.charts, { returnObjects: true })
  const href = useAlarmHref(search)
  const { list } = data
  return (
    <Chart
      title={words.projects}
      kind="rows"
      category={words.project}
      categories={list.map(({ name }) => name)}
      series={[
        { name: words.alarms, values: list.map(({ alarms }) => alarms), tone: 'accent' },
        { name: words.falseAlarms, values: list.map(({ falseAlarms }) => falseAlarms), tone: 'neutral' },
      ]}
      hrefOf={(index, series) =>
        href(span, {
          projectId: String(list[index]?.projectId ?? ''),
          ...(series === 0 ? { countedAlarm: 'true' } : { alarmOutcome: 'falseAlarm' }),
        })
      }
    />
  )
}

const TimeCharts = ({ data, search }: { data: OutputOf<Home['alarmTimes']>; search: Search }) => {
  const { t } = useTranslation('home')
  const words = t(($) => $.charts, { returnObjects: true })
  const href = useAlarmHref(search)
  const { days } = data
  return (['acknowledge', 'close'] as const).map((clock) => {
    const whole = data[clock]
    const all = days.flatMap((day) => [day[clock].median ?? 0, day[clock].p90 ?? 0])
    const inSeconds = Math.max(...all) <= mostSeconds
    const scaled = (seconds: number | null): number | null =>
      seconds === null ? null : inSeconds ? Math.round(seconds) : Math.round(seconds / 6) / 10
    const before = clock === 'acknowledge' ? data.previousAcknowledge : data.previousClose
    return (
      <Chart
        key={clock}
        title={words[clock]}
        kind="line"
        unit={inSeconds ? words.secondsUnit : words.minutes}
        category={words.day}
        categories={days.map(({ day }) => day)}
        series={[
          { name: words.median, values: days.map((day) => scaled(day[clock].median)) },
          { name: words.p90, values: days.map((day) => scaled(day[clock].p90)), tone: 'neutral' },
        ]}
        note={t(($) => $.charts.timesNote, {
          median: duration(whole.median),
          p90: duration(whole.p90),
          before: duration(before.median),
          open: (clock === 'acknowledge' ? data.unanswered : data.unclosed).toLocaleString(),
        })}
        hrefOf={(index) => href(days[index])}
      />
    )
  })
}

const OrderChart = ({ data, search }: { data: OutputOf<Home['orderTimes']>; search: Search }) => {
  const { t } = useTranslation('home')
  const words = t(($) => $.charts, { returnObjects: true })
  const { kinds } = data
  const weeks = kinds[0]?.weeks ?? []
  return (
    <Chart
      title={words.orders}
      kind="line"
      unit=" %"
      category={words.week}
      categories={weeks.map(({ day }) => day)}
      series={kinds.map(({ kind, weeks: own }) => ({
        name: enumLabel('orderKind', kind),
        values: own.map((week) => week.percent),
        tone: orderTones[kind],
      }))}
      note={[
        words.ordersNote,
        ...kinds
          .filter((one) => one.percent !== null || one.previousPercent !== null)
          .map(
            ({ kind, percent: now, previousPercent }) =>
              `${enumLabel('orderKind', kind)} ${percent(now)} (${words.previous} ${percent(previousPercent)})`,
          ),
      ].join(' · ')}
      hrefOf={(index, series) => {
        const [kind, week] = [kinds[series]?.kind, weeks[index]]
        if (kind === undefined || week === undefined) return undefined
        return pageAddress(`${kind}OrderList`, { ...listed(search), dueFrom: week.startsAt, dueTo: week.endsAt })
      }}
    />
  )
}
const orderTones = { install: 'normal', repair: 'accent', inspect: 'neutral', maintenance: 'danger' } as const

const OnlineChart = ({ data, search }: { data: OutputOf<Home['onlineRate']>; search: Search }) => {
  const { t } = useTranslation('home')
  const words = t(($) => $.charts, { returnObjects: true })
  const can = useCan()
  const { days, current } = data
  const lines = (['devices', 'gateways'] as const).filter((each) => can(each === 'devices' ? 'device:view' : 'gateway:view'))
  const { companyId, projectId } = listed(search)
  return (
    <Chart
      title={words.online}
      kind="line"
      unit=" %"
      category={words.day}
      categories={days.map(({ day }) => day)}
      series={lines.map((each) => ({
        name: words[each],
        values: days.map((day) => day[each]),
        tone: each === 'devices' ? 'accent' : 'neutral',
      }))}
      note={
        (data.tooMany ? `${words.onlineTooMany} ` : '') +
        t(($) => $.charts.onlineNote, { devices: percent(data.previousDevices), gateways: percent(data.previousGateways) })
      }
      // Lists show what is offline now, so only today leads to one.
      hrefOf={(index, series) => {
        if (!current || index !== days.length - 1) return undefined
        return pageAddress(lines[series] === 'devices' ? 'deviceList' : 'gatewayList', {
          online: false,
          bound: true,
          companyId,
          projectId,
        })
      }}
    />
  )
}

/** The charts of the home page, each read after the one before it, so that they never take all connections of the browser from the alarms. */
export default function HomeCharts() {
  const { t } = useTranslation('home')
  const can = useCan()
  const search = usePageSearch()
  const input = inputOf(search)
  const options = (enabled: boolean) => ({
    enabled,
    quiet: true,
    keepPrevious: true,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
  })
  const isAnswered = (query: Query<unknown>) => query.error !== null || (query.data !== undefined && !query.isPlaceholderData)
  const mayAlarms = can('alarm:view')
  const mayOrders = enums.orderKind.some((kind) => can(`${kind}Order:view`))
  const mayDevices = can(['device:view', 'gateway:view'])
  const trend = useCall(homeChart.alarmTrend, input, options(mayAlarms))
  const projects = useCall(homeChart.alarmProjects, input, options(mayAlarms && isAnswered(trend)))
  const times = useCall(homeChart.alarmTimes, input, options(mayAlarms && isAnswered(projects)))
  const afterAlarms = !mayAlarms || isAnswered(times)
  const orders = useCall(homeChart.orderTimes, input, options(mayOrders && afterAlarms))
  const online = useCall(homeChart.onlineRate, input, options(mayDevices && afterAlarms && (!mayOrders || isAnswered(orders))))
  if (!mayAlarms && !mayOrders && !mayDevices) return null
  const zone = (trend.data ?? orders.data ?? online.data)?.timeZone
  const days = trend.data?.days ?? []
  const span = days[0] && { startsAt: days[0].startsAt, endsAt: days.at(-1)?.endsAt ?? '' }
  const title = t(($) => $.charts.title)
  return (
    <section className="ew-home-charts" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <small>{t(($) => $.charts.refreshed)}</small>
      </header>
      <Filters search={search} />
      <div className="ew-charts">
        {mayAlarms && <Answer query={trend}>{(data) => <TrendCharts data={data} search={search} />}</Answer>}
        {mayAlarms && <Answer query={projects}>{(data) => <ProjectChart data={data} span={span} search={search} />}</Answer>}
        {mayAlarms && <Answer query={times}>{(data) => <TimeCharts data={data} search={search} />}</Answer>}
        {mayOrders && <Answer query={orders}>{(data) => <OrderChart data={data} search={search} />}</Answer>}
        {mayDevices && <Answer query={online}>{(data) => <OnlineChart data={data} search={search} />}</Answer>}
      </div>
      {zone !== undefined && <small className="ew-muted">{t(($) => $.charts.zone, { zone })}</small>}
    </section>
  )
}
