import { useEffect, useRef, useState, type ReactNode, Fragment, lazy, Suspense } from 'react'
import { type AlarmRow, endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { resolveColumns } from '../../../kit/list/columns.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { ListTable } from '../../../kit/list/list-table.tsx'
import { keyOfRow } from '../../../kit/list/row.ts'
import { useHeldRows } from '../../../kit/list/use-held-rows.ts'
import { phoneWidth, useNarrow } from '../../../kit/use-narrow.ts'
import { usePageName } from '../../../kit/use-page-name.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import { useAlarmActions } from '../../alarms/alarm/alarm-actions.tsx'
import { toneOf, useAlarmColumns } from '../../alarms/alarm/alarm-cells.tsx'
import { useOpenAlarms } from '../../alarms/alarm/open-alarms.ts'
import { DutyWarnings } from '../../notify/duty/duty-gaps.tsx'
import { isWaitingFire } from '../../alarms/alarm/queued-alarm.ts'
import { useShown } from '../../alarms/alarm/shown.ts'
import { SoundSwitch } from '../../alarms/alarm/sound-switch.tsx'
import { SetUpList } from '../set-up/set-up-list.tsx'
import { CustomerPanels, CustomerSkeleton, CustomerState } from './customer-home.tsx'
import { Tiles, TilesSkeleton } from './home-tiles.tsx'
import HomePanels from './home-panels.tsx'
import '../../../kit/list/list.css'
import './home.css'

interface WhenNearProps {
  /** Nothing is rendered before. */
  ready: boolean
  /** Kept free until then, so that what is below does not jump (px). */
  height: number
  children: ReactNode
}

/** Renders its content when it comes near the visible part of the page, and keeps it from then on. */
export const WhenNear = ({ ready, height, children }: WhenNearProps) => {
  const [near, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!ready || near || !place.current) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: '150px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [ready, near])
  return near ? children : <div ref={place} style={{ minHeight: height }} />
}

const HomeCharts = lazy(() => import('./home-charts.tsx'))

/** Number of alarms shown here. The list page has all of them. */
const listed = 20
const nobody = new Set<number>()
const noRows: readonly AlarmRow[] = []

const LiveAlarms = ({ hidden }: { hidden: boolean }) => {
  const { t } = useTranslation('home')
  const kit = useTranslation('kit').t
  const { list, total, failed, retry } = useOpenAlarms()
  const { actionsOf, dialogs } = useAlarmActions()
  const columns = resolveColumns(endpoints.home.liveAlarms, useAlarmColumns(), kit)
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
  // Behind the skeleton, nobody sees them.
  useShown(hidden ? undefined : list && rows)
  const title = t(($) => $.liveAlarms)
  return (
    <section className="ew-home-alarms">
      <header>
        <h2>{title}</h2>
        <small>{total > listed ? t(($) => $.listed, { shown: listed, total }) : t(($) => $.order)}</small>
        <span className="ew-spacer" />
        <SoundSwitch />
        <a href={pageHref('alarmList', { open: true })}>{t(($) => $.allAlarms)}</a>
      </header>
      {hidden || rows === undefined ? (
        failed ? (
          <LoadFailed reason={failed} onRetry={retry} />
        ) : (
          <ListSkeleton rows={10} />
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

/** At the latest after this, what has been read is shown without the rest (ms). */
const longestWait = 1_500

const useSettled = (settled: boolean): boolean => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), longestWait)
    return () => clearTimeout(timer)
  }, [])
  return settled || late
}

/** Where a shift starts: exact counts, each linked to its list, and the waiting alarms. What is further down is read after these, when it comes near. */
export default function HomePage() {
  const name = usePageName()
  const can = useCan()
  const figures = useCall(endpoints.home.figures, {}, { refetchInterval: figuresMs })
  const open = useOpenAlarms()
  const { list, failed } = open
  const narrow = useNarrow(phoneWidth)
  const mayAlarms = can('alarm:view')
  const mayDuty = can('dutyTeam:update')
  const duty = useCall(endpoints.dutyTeam.warnings, {}, { quiet: true, enabled: mayDuty, refetchInterval: 300_000 })
  const isCustomer = useMe().user.accountType === 'customer'
  // What comes late would push away what somebody reads already, so all of it comes together.
  const isTogether = useSettled(!figures.isPending && !(mayDuty && duty.isPending))
  // Above it, nothing grows any more.
  const isReady = isTogether && (!mayAlarms || list !== undefined || failed !== undefined)
  const alarms = mayAlarms && <LiveAlarms key="alarms" hidden={!isTogether} />
  const others = (
    <Fragment key="others">
      {isTogether && mayDuty && <DutyWarnings />}
      {isCustomer && <CustomerPanels />}
      {figures.isError ? (
        <LoadFailed reason={figures.error.message} onRetry={() => void figures.refetch()} />
      ) : isTogether && figures.data ? (
        <Tiles figures={figures.data} ready={isReady} />
      ) : (
        <TilesSkeleton />
      )}
    </Fragment>
  )
  return (
    <div className="ew-home">
      <h1>{name}</h1>
      <SetUpList />
      {isCustomer &&
        (isTogether && !figures.isPending ? (
          <CustomerState
            figures={figures.data}
            readAt={figures.isError ? 0 : figures.dataUpdatedAt}
            alarms={mayAlarms ? open : undefined}
          />
        ) : (
          <CustomerSkeleton />
        ))}
      {narrow ? [alarms, others] : [others, alarms]}
      <WhenNear ready={isReady} height={160}>
        <HomePanels />
      </WhenNear>
      <WhenNear ready={isReady} height={600}>
        <Suspense fallback={<ListSkeleton rows={8} />}>
          <HomeCharts />
        </Suspense>
      </WhenNear>
    </div>
  )
}
