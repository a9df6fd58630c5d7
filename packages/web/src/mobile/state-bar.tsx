import { useConnection } from './connection.ts'
import { useNewVersion } from './new-version.ts'
import { useQueue } from './queue.ts'
import { isFailing } from './steps.ts'
import { t } from './texts.ts'
import { shortTime } from './time.ts'
import { Button, type Tone } from './ui.tsx'

/** Whether the server can be reached, and what has not been accepted there yet. Always visible: silence never looks healthy. */
export const StateBar = () => {
  const { offlineSince, heardAt } = useConnection()
  const { steps, sending } = useQueue()
  const update = useNewVersion()
  const refused = steps.filter(({ problem }) => problem !== null).length
  const failing = steps.filter(isFailing).length
  const waiting = steps.length - refused - failing
  const words = [
    ...(offlineSince === null ? [] : [t.state.offline(shortTime(offlineSince))]),
    ...(waiting === 0 ? [] : [sending !== null && offlineSince === null ? t.state.sending(waiting) : t.state.waiting(waiting)]),
    ...(failing === 0 ? [] : [t.state.failing(failing)]),
    ...(refused === 0 ? [] : [t.state.problems(refused)]),
  ]
  const tone: Tone =
    refused + failing > 0
      ? 'danger'
      : offlineSince !== null
        ? 'fault'
        : waiting > 0
          ? 'info'
          : heardAt === null
            ? 'neutral'
            : 'normal'
  const idle = heardAt === null ? t.state.connecting : t.state.connected(shortTime(heardAt))
  return (
    <div className="m-state">
      <div role="status">
        <a href="#/queue" className={`m-state-bar m-tone-${tone}`}>
          {words.length === 0 ? idle : words.join(' · ')}
        </a>
      </div>
      {update && (
        <p className="m-state-bar m-tone-info">
          {t.state.newVersion} <Button onClick={update}>{t.state.update}</Button>
        </p>
      )}
    </div>
  )
}
