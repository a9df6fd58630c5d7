import { endpoints, checkRoute, enums, type AlarmRow, type EnumValue, type OutputOf } from '@emberwatch/contract'
import { Fragment, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { enumLabel } from '../../i18n/i18n.ts'
import { resolveColumns } from '../../kit/list/columns.tsx'
import { ListSkeleton, LoadFailed } from '../../kit/list/list-states.tsx'
import { ListTable } from '../../kit/list/list-table.tsx'
import { keyOfRow } from '../../kit/list/row-id.ts'
import { useHeldRows } from '../../kit/list/use-held-rows.ts'
import { LiveText } from '../../kit/live-text.tsx'
import { phoneWidth, useNarrow } from '../../kit/use-narrow.ts'
import { usePageName } from '../../kit/use-page-name.ts'
import { useCan, useMe } from '../../session/me.tsx'
import { useAlarmActions } from '../alarm/alarm-actions.tsx'
import { toneOf, useAlarmColumns } from '../alarm/alarm-cells.tsx'
import { alarmListPath } from '../alarm/alarm-labels.ts'
import { useOpenAlarms } from '../alarm/open-alarms.ts'
import { DutyWarnings } from '../duty/duty-gaps.tsx'
import { isWaitingFire } from '../alarm/queued-alarm.ts'
import { useShown } from '../alarm/shown.ts'
import { SoundSwitch } from '../alarm/sound-switch.tsx'
import { pagePaths } from '../../paths.ts'
import { orderListOf } from './order-lists.ts'
import { WhenNear } from './when-near.tsx'
import '../../kit/list/list.css'
import './home.css'

const HomePanels = lazy(() => import('./home-panels.tsx'))
const HomeCharts = lazy(() => import('./home-charts.tsx'))

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
      <strong translate="no">
        <LiveText>{value.toLocaleString()}</LiveText>
      </strong>
      {note && <small data-urgent={urgent}>{note}</small>}
    </>
  )
  return <li>{checkRoute(path, menus).open ? <a href={`#${href}`}>{body}</a> : <div>{body}</div>}</li>
}

interface Kind {
  label: string
  count: number
  href: string
  tone?: 'fire' | 'fault'
  /** Shown even if there are none. */
  always?: true
}

/** A number that is made up of several, each with a list of its own. Those of which there are none are left out. */
const KindsTile = ({ label, value, note, urgent, href, kinds }: TileProps & { kinds: readonly Kind[] }) => {
  const { menus } = useMe()
  const isOpen = checkRoute(href.split('?')[0] ?? href, menus).open
  const head = (
    <>
      <span>{label}</span>
      <strong>{value.toLocaleString()}</strong>
    </>
  )
  return (
    <li>
      <div>
        {isOpen ? (
          <a className="ew-tile-head" href={`#${href}`}>
            {head}
          </a>
        ) : (
          head
        )}
        {note && <small data-urgent={urgent}>{note}</small>}
        <span className="ew-tile-kinds">
          {kinds
            .filter(({ count, always }) => always || count > 0)
            .map(({ label: name, count, href: own, tone }) => {
              const text = `${name} ${count.toLocaleString()}`
              return isOpen ? (
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
      </div>
    </li>
  )
}

const statusTones: Partial<Record<EnumValue<'deviceStatus'>, 'fire' | 'fault'>> = {
  alarm: 'fire',
  fault: 'fault',
  lowPower: 'fault',
  offline: 'fault',
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
              <a key={kind} href={`#${path}?open=true`}>
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
        href={`${alarmListPath}?open=true`}
      />
      <Tile label={t(($) => $.openFaults)} value={figures.openFaults} href={`${pagePaths.faultList}?open=true`} />
      <OrdersTile figures={figures} />
      <KindsTile
        label={t(($) => $.devices)}
        value={figures.devices}
        href={pagePaths.deviceList}
        kinds={enums.deviceStatus.map((status) => ({
          label: enumLabel('deviceStatus', status),
          count: figures.devicesOf[status],
          href: `${pagePaths.deviceList}?status=${status}`,
          ...(statusTones[status] ? { tone: statusTones[status] } : {}),
        }))}
        {...(unlisted > 0 ? { note: t(($) => $.unsupervised, { count: unlisted }) } : {})}
      />
      <KindsTile
        label={t(($) => $.gateways)}
        value={figures.gateways}
        note={heard(figures.gateways, figures.gatewaysOnline, figures.gatewaysOffline)}
        urgent={figures.gatewaysOffline > 0}
        href={pagePaths.gatewayList}
        kinds={[
          {
            label: t(($) => $.activated),
            count: figures.gatewaysActivated,
            href: `${pagePaths.gatewayList}?activated=true`,
            always: true,
          },
        ]}
      />
      <KindsTile
        label={t(($) => $.projects)}
        value={figures.projects}
        href={pagePaths.projectList}
        kinds={[
          ...enums.projectStatus.map((status) => ({
            label: enumLabel('projectStatus', status),
            count: figures.projectsOf[status],
            href: `${pagePaths.projectList}?status=${status}`,
          })),
          {
            label: t(($) => $.pending),
            count: figures.pendingProjects,
            href: `${pagePaths.projectList}?audit=pending`,
            tone: 'fault' as const,
          },
        ]}
      />
      {figures.customers !== null && (
        <Tile label={t(($) => $.customers)} value={figures.customers} href={pagePaths.customerList} />
      )}
    </ul>
  )
}

/** Number of alarms shown here. The list page has all of them. */
const listed = 20
const nobody = new Set<number>()
const noRows: readonly AlarmRow[] = []

const LiveAlarms = () => {
  const { t } = useTranslation('data-centre')
  const kit = useTranslation('kit').t
  const { list, total, failed, retry } = useOpenAlarms()
  const { actionsOf, dialogs } = useAlarmActions()
  const columns = resolveColumns(endpoints.dataCentre.liveAlarms, useAlarmColumns(), kit)
  const latest = list?.slice(0, listed)
  const { held, merge, region } = useHeldRows({
    question: 'live',
    latest: latest ?? noRows,
    keyOf: keyOfRow,
    entersAtOnce: isWaitingFire,
  })
  const still = new Set((list ?? noRows).map(keyOfRow))
  const merged = merge({ values: held ? (list ?? noRows) : noRows, isGone: (key) => total === still.size && !still.has(key) })
  const rows = latest && merged.rows
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
        <div className="ew-held" {...region}>
          <ListTable
            label={title}
            rows={rows}
            columns={columns}
            first={1}
            busy={false}
            sort={{ field: undefined, descending: false }}
            onSort={() => {}}
            rowActions={(row) => (merged.gone.has(keyOfRow(row)) ? [] : actionsOf(row))}
            selected={undefined}
            onSelect={() => nobody}
            tone={(row) => (merged.gone.has(keyOfRow(row)) ? 'gone' : toneOf(row))}
          />
        </div>
      )}
      {dialogs}
    </section>
  )
}

/** The answer to the last event may be as old as this: the server repeats figures that take long to count (ms). */
const figuresMs = 30_000

/** Where a shift starts: exact counts, each linked to its list, and the waiting alarms. What is further down is read after these, when it comes near. */
export default function HomePage() {
  const name = usePageName()
  const can = useCan()
  const figures = useCall(endpoints.dataCentre.figures, {}, { refetchInterval: figuresMs })
  const { list, failed } = useOpenAlarms()
  const narrow = useNarrow(phoneWidth)
  const mayAlarms = can('alarm:view')
  // Above it, nothing grows any more.
  const isReady = !figures.isPending && (!mayAlarms || list !== undefined || failed !== undefined)
  const alarms = mayAlarms && <LiveAlarms key="alarms" />
  const others = (
    <Fragment key="others">
      {can('dutyTeam:update') && <DutyWarnings />}
      {figures.data ? (
        <Tiles figures={figures.data} />
      ) : figures.isError ? (
        <LoadFailed reason={figures.error.message} onRetry={() => void figures.refetch()} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </Fragment>
  )
  return (
    <div className="ew-home">
      <h1>{name}</h1>
      {narrow ? [alarms, others] : [others, alarms]}
      <WhenNear ready={isReady} height={160}>
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <HomePanels />
        </Suspense>
      </WhenNear>
      <WhenNear ready={isReady} height={600}>
        <Suspense fallback={<ListSkeleton rows={8} />}>
          <HomeCharts />
        </Suspense>
      </WhenNear>
    </div>
  )
}
