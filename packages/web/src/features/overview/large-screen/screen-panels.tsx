import { type ScreenFigures, enums, type ScreenStatistics, type ScreenMap } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { memo } from 'react'
import { LiveText } from '../../../kit/clock.tsx'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Chart } from '../../../kit/chart/chart.tsx'
import { typeName } from '../../alarms/alarm/alarm-labels.ts'
import { MapView, type MapPlace } from '../../../kit/map/map-view.tsx'
import type { Place } from './use-screen-data.ts'

interface CounterProps {
  label: string
  /** Null: unknown, or too old to be shown. */
  value: number | null
  tone?: 'fire' | 'fault' | undefined
}

const Counter = ({ label, value, tone }: CounterProps) => (
  <li data-tone={value !== null && value > 0 ? tone : undefined}>
    <span title={label}>{label}</span>
    <strong translate="no">
      <LiveText>{value === null ? '—' : value.toLocaleString()}</LiveText>
    </strong>
  </li>
)

/** Online now, of what is supervised. */
const Online = ({ figures }: { figures: ScreenFigures | null }) => {
  const { t } = useTranslation('large-screen')
  const all = figures ? figures.devicesOnline + figures.devicesOffline : 0
  const share = figures && all > 0 ? figures.devicesOnline / all : null
  // Never rounded up: 99.96 % with devices offline is not 100 %.
  const words = share === null ? '—' : `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`
  return (
    <div className="ew-screen-online">
      <span>{t(($) => $.online)}</span>
      <strong translate="no">
        <LiveText>{words}</LiveText>
      </strong>
      <meter min={0} max={1} low={0.9} high={0.98} optimum={1} value={share ?? 0} aria-label={t(($) => $.online)} />
      <small>
        {figures &&
          (all > 0
            ? t(($) => $.onlineOf, { online: figures.devicesOnline.toLocaleString(), all: all.toLocaleString() })
            : t(($) => $.onlineUnknown))}
      </small>
    </div>
  )
}

type CountName = { [Name in keyof ScreenFigures]: ScreenFigures[Name] extends number ? Name : never }[keyof ScreenFigures]

/** The counters. Without figures, dashes: never a zero that is only unknown. */
export const Counters = ({ figures, place }: { figures: ScreenFigures | null; place: string | undefined }) => {
  const { t } = useTranslation('large-screen')
  const of = (name: CountName): number | null => figures?.[name] ?? null
  return (
    <section className="ew-screen-block ew-screen-counters" aria-label={t(($) => $.counters)}>
      <h2 title={place}>{place === undefined ? t(($) => $.counters) : t(($) => $.place, { name: place })}</h2>
      <ul>
        <Counter label={t(($) => $.openAlarms)} value={of('openAlarms')} tone="fault" />
        <Counter label={t(($) => $.unconfirmed)} value={of('unconfirmedAlarms')} tone="fire" />
        <Counter label={t(($) => $.breached)} value={of('breachedAlarms')} tone="fire" />
        <Counter label={t(($) => $.faults)} value={of('openFaults')} tone="fault" />
        <Counter label={t(($) => $.devices)} value={of('devices')} />
        <Counter label={t(($) => $.offline)} value={of('devicesOffline')} tone="fault" />
        <Counter label={t(($) => $.gateways)} value={of('gateways')} />
        <Counter label={t(($) => $.offlineGateways)} value={of('gatewaysOffline')} tone="fault" />
        <Counter label={t(($) => $.orders)} value={of('openOrders')} />
        <Counter label={t(($) => $.overdue)} value={of('overdueOrders')} tone="fault" />
        <Counter label={t(($) => $.projects)} value={of('projects')} />
      </ul>
      <Online figures={figures} />
    </section>
  )
}

const tones = { fire: 'fire', warning: 'fault', notice: 'info' } as const

export const Trend = ({ statistics }: { statistics: ScreenStatistics | undefined }) => {
  const { t } = useTranslation('large-screen')
  const days = statistics?.days ?? []
  return (
    <Chart
      title={t(($) => $.trend)}
      category={t(($) => $.day)}
      kind="stacked"
      categories={days.map(({ day }) => day.slice(5))}
      series={enums.alarmLevel.map((level) => ({
        name: enumLabel('alarmLevel', level),
        values: days.map((day) => day[level]),
        tone: tones[level],
      }))}
    />
  )
}

export const Types = ({ statistics }: { statistics: ScreenStatistics | undefined }) => {
  const { t } = useTranslation('large-screen')
  const types = statistics?.types ?? []
  return (
    <Chart
      title={t(($) => $.types)}
      category={t(($) => $.type)}
      kind="rows"
      categories={types.map(typeName)}
      series={[{ name: t(($) => $.count), values: types.map(({ count }) => count), tone: 'info' }]}
    />
  )
}

export const TopSites = ({ statistics }: { statistics: ScreenStatistics | undefined }) => {
  const { t } = useTranslation('large-screen')
  const sites = statistics?.sites ?? []
  return (
    <Chart
      title={t(($) => $.sites)}
      category={t(($) => $.site)}
      kind="rows"
      categories={sites.map(({ name }) => name)}
      series={[{ name: t(($) => $.count), values: sites.map(({ count }) => count), tone: 'accent' }]}
    />
  )
}

/** Open orders by kind and status. */
export const OrderProgress = ({ figures }: { figures: ScreenFigures | null }) => {
  const { t } = useTranslation('large-screen')
  const orders = figures?.orders ?? []
  const statuses = enums.orderStatus.filter((status) => orders.some((each) => each.status === status))
  return (
    <Chart
      title={t(($) => $.progress)}
      category={t(($) => $.kind)}
      kind="stacked"
      categories={statuses.length === 0 ? [] : enums.orderKind.map((kind) => enumLabel('orderKind', kind))}
      series={statuses.map((status) => ({
        name: enumLabel('orderStatus', status),
        values: enums.orderKind.map((kind) => orders.find((each) => each.kind === kind && each.status === status)?.count ?? 0),
      }))}
    />
  )
}

/** The projects, or those of the part that is shown. Those with open alarms are red and in front. */
export const SitesMap = memo(({ map, place }: { map: ScreenMap | undefined; place: Place | undefined }) => {
  const { t } = useTranslation('large-screen')
  const sites = (map?.sites ?? []).filter(({ id, province }) => {
    if (place?.projectId !== undefined) return id === place.projectId
    return place?.province === undefined || province === place.province
  })
  const points = sites.map(({ id, name, count, fires, alarms, latitude, longitude, coordinateSystem }, index): MapPlace => {
    const many = t(($) => $.mapMany, { number: count })
    return {
      id: id ?? `many ${index}`,
      label: alarms > 0 ? t(($) => $.mapOf, { name: name ?? many, fires, alarms }) : (name ?? many),
      name: name ?? many,
      position:
        latitude === null || longitude === null ? null : { latitude, longitude, coordinateSystem: coordinateSystem ?? 'WGS84' },
      tone: fires > 0 ? 'fire' : alarms > 0 ? 'fault' : 'normal',
      count,
    }
  })
  return (
    <section className="ew-screen-block ew-screen-map" aria-label={t(($) => $.map)}>
      <MapView label={t(($) => $.map)} points={points} withoutList />
    </section>
  )
})
