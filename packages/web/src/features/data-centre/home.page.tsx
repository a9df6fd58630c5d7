import { endpoints, checkRoute, enums, type OrderKindName, type OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { enumLabel } from '../../i18n/i18n.ts'
import { resolveColumns } from '../../kit/list/columns.tsx'
import { ListSkeleton, LoadFailed } from '../../kit/list/list-states.tsx'
import { ListTable } from '../../kit/list/list-table.tsx'
import { usePageName } from '../../kit/use-page-name.ts'
import { useCan, useMe } from '../../session/me.tsx'
import { useAlarmActions } from '../alarm/alarm-actions.tsx'
import { toneOf, useAlarmColumns } from '../alarm/alarm-cells.tsx'
import { alarmListPath } from '../alarm/alarm-labels.ts'
import { useOpenAlarms } from '../alarm/open-alarms.ts'
import { DutyWarnings } from '../duty/duty-gaps.tsx'
import { useShown } from '../alarm/shown.ts'
import { SoundSwitch } from '../alarm/sound-switch.tsx'
import { pagePaths } from '../../paths.ts'
import '../../kit/list/list.css'
import './home.css'

type Figures = OutputOf<typeof endpoints.dataCentre.figures>

interface TileProps {
  label: string
  value: number
  /** A second figure, as text. */
  note?: string
  /** Whether the second figure needs attention. */
  urgent?: boolean
  /** The list behind the number. */
  href: string
}

/** A number, linked to its list if the user may open it. */
const Tile = ({ label, value, note, urgent = false, href }: TileProps) => {
  const { menus } = useMe()
  const path = href.split('?')[0] ?? href
  const body = (
    <>
      <span>{label}</span>
      <strong>{value.toLocaleString()}</strong>
      {note && <small data-urgent={urgent}>{note}</small>}
    </>
  )
  return <li>{checkRoute(path, menus).open ? <a href={`#${href}`}>{body}</a> : <div>{body}</div>}</li>
}

const orderListOf: Record<OrderKindName, string> = {
  install: pagePaths.installOrderList,
  repair: pagePaths.repairOrderList,
  inspect: pagePaths.inspectOrderList,
  maintenance: pagePaths.maintenanceOrderList,
}

/** Open orders of all kinds, each kind linked to its own list, because there is no common one. */
const OrdersTile = ({ figures }: { figures: Figures }) => {
  const { t } = useTranslation('data-centre')
  const { menus } = useMe()
  const { openOrders, openOrdersOf, overdueOrders: overdue } = figures
  return (
    <li>
      <div>
        <span>{t(($) => $.openOrders)}</span>
        <strong>{openOrders.toLocaleString()}</strong>
        <small data-urgent={overdue > 0}>{overdue > 0 ? t(($) => $.overdue, { count: overdue }) : t(($) => $.noneOverdue)}</small>
        <span className="ew-tile-kinds">
          {enums.orderKind.map((kind) => {
            const text = `${enumLabel('orderKind', kind)} ${openOrdersOf[kind].toLocaleString()}`
            const path = orderListOf[kind]
            return checkRoute(path, menus).open ? (
              <a key={kind} href={`#${path}`}>
                {text}
              </a>
            ) : (
              <span key={kind}>{text}</span>
            )
          })}
        </span>
      </div>
    </li>
  )
}

const Tiles = ({ figures }: { figures: Figures }) => {
  const { t } = useTranslation('data-centre')
  /** Every one of them is counted once: what is in stock, disabled or scrapped is not supervised. */
  const heard = (all: number, online: number, offline: number): string => {
    const parts = [offline > 0 ? t(($) => $.someOffline, { online, offline }) : t(($) => $.online, { count: online })]
    if (all > online + offline) parts.push(t(($) => $.unsupervised, { count: all - online - offline }))
    return parts.join(' · ')
  }
  const { unconfirmedAlarms: unconfirmed, breachedAlarms: breached } = figures
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
        href={`${alarmListPath}?open=true`}
      />
      <Tile label={t(($) => $.openFaults)} value={figures.openFaults} href={pagePaths.faultList} />
      <OrdersTile figures={figures} />
      <Tile
        label={t(($) => $.devices)}
        value={figures.devices}
        note={heard(figures.devices, figures.devicesOnline, figures.devicesOffline)}
        urgent={figures.devicesOffline > 0}
        href={pagePaths.deviceList}
      />
      <Tile
        label={t(($) => $.gateways)}
        value={figures.gateways}
        note={heard(figures.gateways, figures.gatewaysOnline, figures.gatewaysOffline)}
        urgent={figures.gatewaysOffline > 0}
        href={pagePaths.gatewayList}
      />
      <Tile label={t(($) => $.projects)} value={figures.projects} href={pagePaths.projectList} />
    </ul>
  )
}

/** Number of alarms shown here. The list page has all of them. */
const listed = 20
const nobody = new Set<number>()

const LiveAlarms = () => {
  const { t } = useTranslation('data-centre')
  const kit = useTranslation('kit').t
  const { list, total, failed, retry } = useOpenAlarms()
  const { actionsOf, dialogs } = useAlarmActions()
  const columns = resolveColumns(endpoints.dataCentre.liveAlarms, useAlarmColumns(), kit)
  const rows = list?.slice(0, listed)
  useShown(list && rows)
  const title = t(($) => $.liveAlarms)
  return (
    <section className="ew-home-alarms">
      <header>
        <h2>{title}</h2>
        <small>{total > listed ? t(($) => $.listed, { shown: listed, total }) : t(($) => $.order)}</small>
        <span className="ew-spacer" />
        <SoundSwitch />
        <a href={`#${alarmListPath}?open=true`}>{t(($) => $.allAlarms)}</a>
      </header>
      {rows === undefined ? (
        failed ? (
          <LoadFailed reason={failed} onRetry={retry} />
        ) : (
          <ListSkeleton rows={6} />
        )
      ) : rows.length === 0 ? (
        <p className="ew-empty">{t(($) => $.noAlarms)}</p>
      ) : (
        <ListTable
          label={title}
          rows={rows}
          columns={columns}
          first={1}
          busy={false}
          sort={{ field: undefined, descending: false }}
          onSort={() => {}}
          rowActions={actionsOf}
          selected={undefined}
          onSelect={() => nobody}
          tone={toneOf}
        />
      )}
      {dialogs}
    </section>
  )
}

/** The answer to the last event may be as old as this: the server repeats figures that take long to count (ms). */
const figuresMs = 30_000

/** Where a shift starts: exact counts, each linked to its list, and the waiting alarms. */
export default function HomePage() {
  const name = usePageName()
  const can = useCan()
  const figures = useCall(endpoints.dataCentre.figures, {}, { refetchInterval: figuresMs })
  return (
    <div className="ew-home">
      <h1>{name}</h1>
      {can('dutyTeam:update') && <DutyWarnings />}
      {figures.data ? (
        <Tiles figures={figures.data} />
      ) : figures.isError ? (
        <LoadFailed reason={figures.error.message} onRetry={() => void figures.refetch()} />
      ) : (
        <ListSkeleton rows={2} />
      )}
      {can('alarm:view') && <LiveAlarms />}
    </div>
  )
}
