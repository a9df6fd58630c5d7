import type { LoggerOptions } from 'pino'
import { codeOf, messageOf } from './startup-error.ts'

/** How often the same is said within a minute. */
const mostAMinute = 10
const minuteMs = 60_000
const warnLevel = 40
const fatalLevel = 60

/**
 * While the database is away, every part says so at every try: a gigabyte of log in ten hours, on a disk that may be full already. The same
 * warning about the same failure is written a few times a minute, and then how many were left out.
 */
export const sparingLog = (now: () => number = () => performance.now()): NonNullable<LoggerOptions['hooks']> => {
  const said = new Map<string, number>()
  let since = now()
  let leftOut = 0
  return {
    logMethod(args, method, level) {
      if (level < warnLevel || level >= fatalLevel) return method.apply(this, args)
      if (now() - since > minuteMs) {
        said.clear()
        since = now()
        const before = leftOut
        leftOut = 0
        if (before > 0) this.warn({ leftOut: before }, 'the same warnings were left out')
      }
      const [fields, text]: readonly unknown[] = args
      const failure = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined
      const key = `${String(typeof fields === 'string' ? fields : text)} ${codeOf(failure) ?? (failure === undefined ? '' : messageOf(failure).slice(0, 60))}`
      const times = (said.get(key) ?? 0) + 1
      said.set(key, times)
      if (times > mostAMinute) leftOut++
      else method.apply(this, args)
    },
  }
}
