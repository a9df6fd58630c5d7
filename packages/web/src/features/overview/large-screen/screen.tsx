import { endpoints, type AlarmRow } from '@emberwatch/contract'
import { useEffect, lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlarmSource, AlarmSourceProvider, consoleSource } from '../../alarms/alarm/alarm-source.ts'
import { useCall } from '../../../api/hooks.ts'
import { useCan } from '../../../session/me.tsx'
import { useOpenAlarms } from '../../alarms/alarm/open-alarms.ts'
import { useShown } from '../../alarms/alarm/shown.ts'
import { SoundNotice } from '../../alarms/alarm/sound-notice.tsx'
import { useTitleBadge } from '../../alarms/alarm/title-badge.ts'
import { useAlarmQueue } from '../../alarms/alarm/use-alarm-queue.ts'
import { useDeskPresence } from '../../alarms/alarm/use-desk-presence.ts'
import { useWaitingFires } from '../../alarms/alarm/use-waiting.ts'
import { useSounding } from '../../alarms/alarm/use-sounding.ts'
import { orderKind } from '../../orders/order/order-kind.ts'
import { ChosenAlarm } from './chosen-alarm.tsx'
import { DrillMark, OldBanner, SilentBanner, useIsKiosk, WarningBanner } from './screen-banners.tsx'
import { OrderProgress, TopSites, Trend, Types, Counters, SitesMap } from './screen-panels.tsx'
import { ScreenHead } from './screen-head.tsx'
import { mostListed, Ticker, useLines } from './screen-alarms.tsx'
import { DialogBoundary } from '../../../kit/dialog-boundary.tsx'
import { useRotation } from './use-rotation.ts'
import { useFigures, useFreshness, useScreenMap, useStatistics } from './use-screen-data.ts'

const { alarms, waiting, confirm, resolve, misreport } = endpoints.largeScreen

/** The big screen's own calls. They are bound to the same verbs as those of the alarm list. */
const screenSource: AlarmSource = { open: alarms, waiting, confirm, resolve, misreport }

/** Keeps the display on, where the browser can. It releases the lock when the page is hidden, so it is asked again. */
const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const got = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) return void got?.release()
      lock = got
    }
    const asked = () => void ask()
    asked()
    document.addEventListener('visibilitychange', asked)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', asked)
      void lock?.release()
    }
  }, [])
}

const CreateOrder = lazy(() => import('../../orders/order/create-order.form.tsx'))

interface ScreenProps {
  readonly alone: boolean
  /** Further buttons of the head. */
  readonly tools?: ReactNode
}

/** Follows and sounds alarms. Inside the layout, every page already does for those who may see alarms. */
const Watch = () => {
  const kiosk = useIsKiosk()
  const open = useAlarmQueue(true)
  const sounding = useSounding(useWaitingFires())
  useDeskPresence()
  useTitleBadge(open.unconfirmed)
  // A wall cannot be muted by who passes: a fire sounds until somebody confirms it. If there is no sound, the banner says so.
  return kiosk || sounding.able !== 'ready' ? null : <SoundNotice sounding={sounding} />
}

/** Reports that the alarms were seen. A wall without anybody's session cannot vouch for that. */
const Seen = ({ rows }: { rows: readonly AlarmRow[] }) => {
  useShown(rows)
  return null
}

/** For how long the operator's own choice of an alarm stays, when another fire comes first (ms). */
const chosenFor = 60_000

const useChosen = (first: number | undefined) => {
  const [chosen, setChosen] = useState<number>()
  useEffect(() => {
    if (chosen === undefined) return
    const timer = setTimeout(() => setChosen(undefined), chosenFor)
    return () => clearTimeout(timer)
  }, [chosen])
  return [chosen ?? first, setChosen] as const
}

const Board = ({ alone, tools }: ScreenProps) => {
  const { t } = useTranslation('large-screen')
  const can = useCan()
  const kiosk = useIsKiosk()
  const info = useCall(endpoints.largeScreen.screen, {}, { quiet: true, refetchInterval: 60_000 }).data
  const mapRead = useScreenMap()
  const map = mapRead.data
  const rotation = useRotation(map)
  const { stop, paused } = rotation
  const place = stop?.place
  const open = useOpenAlarms()
  const figures = useFigures(place ?? {})
  const statistics = useStatistics(place ?? {}).data
  const freshness = useFreshness(open, figures, mapRead)
  const lines = useLines(open)
  const [chosen, choose] = useChosen(lines[0]?.alarm.id)
  const rows = useMemo(() => lines.slice(0, mostListed).flatMap(({ row }) => row ?? []), [lines])
  useWakeLock()
  const known = freshness.state === 'hidden' || freshness.state === 'loading' ? null : (figures.data ?? null)
  const onTest = map?.onTest ?? []
  const tested = new Set([...onTest.map(({ name }) => name), ...rows.flatMap((row) => (row.test ? (row.projectName ?? []) : []))])
  // While a real fire burns, nothing calls the wall a drill.
  const isBurning = lines.some(({ alarm }) => alarm.level === 'fire' && !alarm.test)
  const isDrill = !isBurning && (tested.size > 0 || rows.some(({ test }) => test))
  const isWatched = !alone && can('alarm:view')
  return (
    <>
      <ScreenHead info={info} alone={alone} rotation={rotation}>
        {!isWatched && <Watch />}
        {tools}
      </ScreenHead>
      <div className="ew-screen-banners">
        <OldBanner freshness={freshness} />
        {alone && <WarningBanner />}
        <SilentBanner kiosk={kiosk} />
        {paused && (
          <p className="ew-screen-paused" role="status">
            {t(($) => $.paused)}
          </p>
        )}
      </div>
      <div className="ew-screen-board" data-state={freshness.state}>
        <div className="ew-screen-side">
          <Counters figures={known} place={stop?.name} />
          <OrderProgress figures={known} />
        </div>
        <div className="ew-screen-middle">
          <SitesMap map={map} place={place} />
          <div className="ew-screen-charts">
            <Trend statistics={statistics} />
            <Types statistics={statistics} />
            <TopSites statistics={statistics} />
          </div>
        </div>
        <div className="ew-screen-alarms">
          <Ticker open={open} lines={lines} live={freshness.state === 'live'} chosen={chosen} onChoose={choose} />
          <ChosenAlarm row={rows.find(({ id }) => id === chosen)} onTouch={choose} />
        </div>
      </div>
      {isDrill && <DrillMark names={[...tested]} />}
      {can('alarm:view') && <Seen rows={rows} />}
    </>
  )
}

/** The big screen, with its own calls. */
export const Screen = (props: ScreenProps) => {
  const can = useCan()
  const [repairing, setRepairing] = useState<AlarmRow>()
  // Inside the layout it reads the open alarms together with the header and the queue.
  const isShared = !props.alone && can('alarm:view')
  const source = useMemo(
    (): AlarmSource => ({
      ...screenSource,
      ...(isShared ? { open: consoleSource.open, waiting: consoleSource.waiting } : {}),
      repair: setRepairing,
    }),
    [isShared],
  )
  return (
    <AlarmSourceProvider value={source}>
      <Board {...props} />
      {repairing && (
        <DialogBoundary onFailed={() => setRepairing(undefined)}>
          <Suspense>
            <CreateOrder
              kind={orderKind('repair')}
              from={{ alarmId: repairing.id }}
              deviceCode={repairing.deviceCode ?? undefined}
              projectId={undefined}
              endpoint={endpoints.largeScreen.createRepair}
              onClose={() => setRepairing(undefined)}
            />
          </Suspense>
        </DialogBoundary>
      )}
    </AlarmSourceProvider>
  )
}
