import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration, formatSpan } from './time.tsx'

let now = Date.now()
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (changed: () => void) => {
  watchers.add(changed)
  if (!timer) now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const watcher of watchers) watcher()
  }, 1000)
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, updated once a second: one timer for every clock on the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/**
 * A text that changes while it is on the screen. The key makes React replace the element instead of changing its text: a browser that
 * translates pages has put its own elements in place of the text, and would go on showing the old one. What must never be out of date
 * has `translate="no"` around it as well.
 */
export const LiveText = ({ children }: { children: string | number }) => <span key={children}>{children}</span>

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
