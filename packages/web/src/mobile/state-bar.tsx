import { useUnkept } from '../storage.ts'
import { AlarmBanner } from './alarm-banner.tsx'
import { useConnection } from './api.ts'
import { useNewVersion } from './new-version.ts'
import { useQueue } from './offline-queue.ts'
import { isKnown, may, useSession } from './session.ts'
import { isFailing } from './steps.ts'
import { t } from './texts.ts'
import { shortTime } from './time.ts'
import { Button, type Tone } from './ui.tsx'
import { useWatched, waitingIn } from './watch.ts'
import { linkTo } from './route.ts'

/** Whether alarms arrive live. Undefined: this account does not see any. */
const useAlarms = () => {
  const session = useSession()
  const { answer, unreadSince, isTroubled, connection, since } = useWatched()
  if (!isKnown(session) || !may('alarm:view')) return undefined
  const waiting = waitingIn(answer)?.waiting.length
  return { blindSince: connection === 'reconnecting' ? since : unreadSince, isLive: connection === 'live', isTroubled, waiting }
}

/**
 * What waits for somebody, whether the server can be reached, and what has not been accepted there yet. Always visible: silence
 * never looks healthy.
 */
export const StateBar = () => {
  const { offlineSince, heardAt } = useConnection()
  const { steps, sending } = useQueue()
  const alarms = useAlarms()
  const unkept = useUnkept((state) => state.unkept)
  const update = useNewVersion()
  const refused = steps.filter(({ problem }) => problem !== null).length
  const failing = steps.filter(isFailing).length
  const waiting = steps.length - refused - failing
  const words = [
    ...(offlineSince === null ? [] : [t.state.offline(shortTime(offlineSince))]),
    ...(alarms && alarms.blindSince !== null && offlineSince === null ? [t.state.notLive(shortTime(alarms.blindSince))] : []),
    ...(alarms?.isTroubled ? [t.state.troubled] : []),
    ...(waiting === 0 ? [] : [sending !== null && offlineSince === null ? t.state.sending(waiting) : t.state.waiting(waiting)]),
    ...(failing === 0 ? [] : [t.state.failing(failing)]),
    ...(refused === 0 ? [] : [t.state.problems(refused)]),
  ]
  // Green only if nothing at all waits for anybody, and that is certain.
  const isCalm = heardAt !== null && (alarms === undefined || (alarms.isLive && alarms.waiting === 0))
  const tone: Tone =
    refused + failing > 0
      ? 'danger'
      : offlineSince !== null || (alarms?.blindSince ?? null) !== null || alarms?.isTroubled
        ? 'fault'
        : waiting > 0
          ? 'info'
          : isCalm
            ? 'normal'
            : 'neutral'
  const idle =
    heardAt === null
      ? t.state.connecting
      : alarms && alarms.waiting === undefined
        ? t.state.alarmsUnknown
        : t.state.connected(shortTime(heardAt))
  return (
    <div className="m-state">
      {alarms && <AlarmBanner />}
      <div role="status">
        <a href={linkTo('queue')} className={`m-state-bar m-tone-${tone}`}>
          {words.length === 0 ? idle : words.join(' · ')}
        </a>
      </div>
      {unkept && (
        <p className="m-state-bar m-tone-fault" role="status">
          {t.state.notKept}
        </p>
      )}
      {update && (
        <p className="m-state-bar m-tone-info">
          {t.state.newVersion} <Button onClick={update}>{t.state.update}</Button>
        </p>
      )}
    </div>
  )
}
