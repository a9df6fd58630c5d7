import { checkRoute, endpoints, enums, type EnumValue, type OutputOf, pageAddress, pages } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ShareBar, Sparkline } from '../../../kit/chart/sparkline.tsx'
import { LiveText } from '../../../kit/clock.tsx'
import { useMe } from '../../../session/me.tsx'
import type { Palette } from '../../../theme/palette.ts'

type Figures = OutputOf<typeof endpoints.home.figures>

interface Kind {
  label: string
  count: number
  href: string
  tone?: 'fire' | 'fault'
  /** Shown even if there are none. */
  always?: true
}

interface TileProps {
  label: string
  value: number
  /** A second figure, as text. */
  note?: string
  /** Whether the second figure needs attention. */
  urgent?: boolean
  /** The list behind the number, if there is one. */
  href?: string
  /** What the number is made up of, each with a list of its own. Those of which there are none are left out. */
  kinds?: readonly Kind[]
  /** Its course, beside the number. */
  trend?: ReactNode
  /** The number as a picture, which makes the tile one of the large ones. */
  picture?: ReactNode
}

/** A number, linked to its list if the user may open it. */
const Tile = ({ label, value, note, urgent = false, href, kinds = [], trend, picture }: TileProps) => {
  const { menus } = useMe()
  const isOpen = (to: string | undefined) => to !== undefined && checkRoute(to.split('?')[0] ?? to, menus).open
  const head = (
    <>
      <span>{label}</span>
      <strong translate="no">
        <LiveText>{value.toLocaleString()}</LiveText>
      </strong>
    </>
  )
  return (
    <li data-large={picture !== undefined}>
      <div className="ew-tile-top">
        {isOpen(href) ? (
          <a className="ew-tile-head" href={`#${href}`}>
            {head}
          </a>
        ) : (
          <div className="ew-tile-head">{head}</div>
        )}
        {trend !== undefined && <div className="ew-tile-trend">{trend}</div>}
      </div>
      {note && (
        <small data-urgent={urgent} translate="no">
          <LiveText>{note}</LiveText>
        </small>
      )}
      {kinds.length > 0 && (
        <span className="ew-tile-kinds" translate="no">
          {kinds
            .filter(({ count, always }) => always || count > 0)
            .map(({ label: name, count, href: own, tone }) => {
              const text = <LiveText>{`${name} ${count.toLocaleString()}`}</LiveText>
              return isOpen(own) ? (
                <a key={name} href={`#${own}`} data-tone={tone}>
                  {text}
                </a>
              ) : (
                <span key={name} data-tone={tone}>
                  {text}
                </span>
              )
            })}
        </span>
      )}
      {picture !== undefined && <div className="ew-tile-picture">{picture}</div>}
    </li>
  )
}

const statusTones: Partial<Record<EnumValue<'deviceStatus'>, 'fire' | 'fault'>> = {
  alarm: 'fire',
  fault: 'fault',
  lowPower: 'fault',
  offline: 'fault',
}
const statusColours: Record<EnumValue<'deviceStatus'>, keyof Palette> = {
  alarm: 'fire',
  fault: 'fault',
  lowPower: 'fault',
  offline: 'neutral',
  online: 'normal',
  unsupervised: 'border',
}
const orderColours = { install: 'normal', repair: 'accent', inspect: 'neutral', maintenance: 'danger' } as const

type Trends = OutputOf<typeof endpoints.homeChart.trends>

/** The last days of every figure that has a history, in one call. */
const useTrends = (enabled: boolean): Trends | undefined =>
  useCall(endpoints.homeChart.trends, {}, { enabled, quiet: true, refetchInterval: 300_000, staleTime: 150_000 }).data

const sumOf = (counts: readonly number[]): string => counts.reduce((all, one) => all + one, 0).toLocaleString()

/** The first and the last rate that are known. */
const endsOf = (rates: readonly (number | null)[]) => {
  const known = rates.filter((rate) => rate !== null)
  return { first: `${known[0] ?? 0} %`, last: `${known.at(-1) ?? 0} %` }
}

export const Tiles = ({ figures, ready }: { figures: Figures; ready: boolean }) => {
  const { t } = useTranslation('home')
  const trends = useTrends(ready)
  /** Undefined until they are read, and if the caller may not see them: the room is kept, so that nothing moves. */
  const counted = (name: 'alarms' | 'faults' | 'orders') => {
    const values = trends?.[name] ?? undefined
    return <Sparkline kind="columns" values={values} label={t(($) => $.trends[name], { total: sumOf(values ?? []) })} />
  }
  const rated = (name: 'devices' | 'gateways') => {
    const values = trends?.[name] ?? undefined
    return <Sparkline kind="line" values={values} label={t(($) => $.trends[name], endsOf(values ?? []))} />
  }
  /** Every one of them is counted once: what is in stock, disabled or scrapped is not supervised. */
  const heard = (all: number, online: number, offline: number): string => {
    const parts = [offline > 0 ? t(($) => $.someOffline, { online, offline }) : t(($) => $.online, { count: online })]
    if (all > online + offline) parts.push(t(($) => $.unsupervised, { count: all - online - offline }))
    return parts.join(' · ')
  }
  const { unconfirmedAlarms: unconfirmed, breachedAlarms: breached, overdueOrders: overdue } = figures
  const unlisted = figures.devices - enums.deviceStatus.reduce((all, status) => all + figures.devicesOf[status], 0)
  return (
    <ul className="ew-tiles" aria-label={t(($) => $.figures)}>
      <Tile
        label={t(($) => $.openAlarms)}
        value={figures.openAlarms}
        note={
          breached > 0
            ? t(($) => $.breached, { unconfirmed, breached })
            : unconfirmed > 0
              ? t(($) => $.unconfirmed, { count: unconfirmed })
              : figures.openAlarms > 0
                ? t(($) => $.allConfirmed)
                : t(($) => $.noneOpen)
        }
        urgent={unconfirmed + breached > 0}
        href={pageAddress('alarmList', { open: true })}
        picture={counted('alarms')}
      />
      <Tile
        label={t(($) => $.devices)}
        value={figures.devices}
        href={pages.deviceList}
        kinds={enums.deviceStatus.map((status) => ({
          label: enumLabel('deviceStatus', status),
          count: figures.devicesOf[status],
          href: pageAddress('deviceList', { status }),
          ...(statusTones[status] ? { tone: statusTones[status] } : {}),
        }))}
        {...(unlisted > 0 ? { note: t(($) => $.unsupervised, { count: unlisted }) } : {})}
        trend={rated('devices')}
        picture={
          <ShareBar
            parts={enums.deviceStatus.map((status) => ({
              name: enumLabel('deviceStatus', status),
              count: figures.devicesOf[status],
              tone: statusColours[status],
            }))}
          />
        }
      />
      <Tile
        label={t(($) => $.openOrders)}
        value={figures.openOrders}
        note={overdue > 0 ? t(($) => $.overdue, { count: overdue }) : t(($) => $.noneOverdue)}
        urgent={overdue > 0}
        kinds={enums.orderKind.map((kind) => ({
          label: enumLabel('orderKind', kind),
          count: figures.openOrdersOf[kind],
          href: pageAddress(`${kind}OrderList`, { open: true }),
          always: true,
        }))}
        trend={counted('orders')}
        picture={
          <ShareBar
            parts={enums.orderKind.map((kind) => ({
              name: enumLabel('orderKind', kind),
              count: figures.openOrdersOf[kind],
              tone: orderColours[kind],
            }))}
          />
        }
      />
      <Tile
        label={t(($) => $.openFaults)}
        value={figures.openFaults}
        href={pageAddress('faultList', { open: true })}
        trend={counted('faults')}
      />
      <Tile
        label={t(($) => $.gateways)}
        value={figures.gateways}
        note={heard(figures.gateways, figures.gatewaysOnline, figures.gatewaysOffline)}
        urgent={figures.gatewaysOffline > 0}
        href={pages.gatewayList}
        trend={rated('gateways')}
        kinds={[
          {
            label: t(($) => $.activated),
            count: figures.gatewaysActivated,
            href: pageAddress('gatewayList', { activated: true }),
            always: true,
          },
        ]}
      />
      <Tile
        label={t(($) => $.projects)}
        value={figures.projects}
        href={pages.projectList}
        kinds={[
          ...enums.projectStatus.map((status) => ({
            label: enumLabel('projectStatus', status),
            count: figures.projectsOf[status],
            href: pageAddress('projectList', { status }),
          })),
          {
            label: t(($) => $.pending),
            count: figures.pendingProjects,
            href: pageAddress('projectList', { audit: 'pending' }),
            tone: 'fault' as const,
          },
        ]}
      />
      {figures.customers !== null && <Tile label={t(($) => $.customers)} value={figures.customers} href={pages.customerList} />}
    </ul>
  )
}

/** The room of the tiles, so that nothing below moves when they come. */
export const TilesSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t(($) => $.loading)}>
      <ul className="ew-tiles" aria-hidden>
        {Array.from({ length: 7 }, (_none, index) => (
          <li key={index} data-large={index < 3} data-loading />
        ))}
      </ul>
    </div>
  )
}
