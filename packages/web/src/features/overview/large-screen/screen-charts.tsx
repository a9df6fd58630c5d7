import { enums, type ScreenFigures, type ScreenStatistics } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Chart } from '../../../kit/chart/chart.tsx'
import { typeName } from '../../alarms/alarm/alarm-labels.ts'

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
