const two = (value: number): string => String(value).padStart(2, '0')

/** The console's one time format, in the viewer's zone: 2026-11-20 08:05:09. */
export const formatTime = (instant: string | number): string => {
  const at = new Date(instant)
  return `${formatDay(instant)} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

export const formatDay = (instant: string | number): string => {
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The same to the millisecond, with its distance from UTC. */
export const formatPrecisely = (instant: string | number): string => {
  const at = new Date(instant)
  const offset = -at.getTimezoneOffset()
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  return `${formatTime(instant)}.${String(at.getMilliseconds()).padStart(3, '0')} UTC${zone}`
}

/** A length of time as a clock shows it: 1:02:03, 4:05, 2d 3:04:05. */
export const formatSpan = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = two(seconds % 60)
  if (days > 0) return `${days}d ${hours}:${two(minutes)}:${rest}`
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** An instant; the full one with its zone on hover. */
export const Time = ({ value }: { value: string | null | undefined }) =>
  value ? (
    <time className="ew-time" dateTime={value} title={formatPrecisely(value)}>
      {formatTime(value)}
    </time>
  ) : (
    <>—</>
  )
