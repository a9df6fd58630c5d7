import { useTranslation } from 'react-i18next'
import { LiveText } from './live-text.tsx'
import { formatDuration, formatSpan } from './time.tsx'
import { useNow } from './use-now.ts'

interface ClockProps {
  since: string
  /** Stops the clock. */
  until?: string | null
  /** The deadline. Once passed while the clock runs, it is shown as overdue. */
  due?: string | null
  /** The clock belongs to a waiting fire: overdue is red. */
  fire?: boolean
}

/** A running clock: the time since something happened, and whether it is nearly due (in the last third) or overdue. */
export const Clock = ({ since, until, due, fire = false }: ClockProps) => {
  const { t } = useTranslation('kit')
  const now = useNow()
  const end = until ? Date.parse(until) : now
  const elapsed = (until ? formatSpan : formatDuration)(end - Date.parse(since))
  const overdue = due ? end - Date.parse(due) : 0
  if (until || !due) {
    return (
      <span className="ew-clock" translate="no" data-state={until ? 'stopped' : 'running'}>
        <LiveText>{elapsed}</LiveText>
      </span>
    )
  }
  const late = overdue > 0
  const near = -overdue * 3 < Date.parse(due) - Date.parse(since)
  return (
    <span className="ew-clock" translate="no" data-state={late ? 'overdue' : near ? 'near' : 'running'} data-fire={fire}>
      <LiveText>{elapsed}</LiveText>
      <small>
        <LiveText>
          {late
            ? t(($) => $.clock.overdue, { time: formatDuration(overdue) })
            : t(($) => $.clock.running, { time: formatDuration(-overdue) })}
        </LiveText>
      </small>
    </span>
  )
}
