import { backoffMs } from '../live/backoff.ts'

/** A server that hangs never answers (ms). */
const answerWithin = 10_000

/** While the server does not answer, a reload would show the browser's own error page, which nobody leaves again. */
const isReachable = async (): Promise<boolean> => {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), answerWithin)
  try {
    return (await fetch('./', { method: 'HEAD', cache: 'no-store', signal: giveUp.signal })).ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Starts the page anew by itself: the first time after a few seconds, then with pauses until the server answers. For screens that nobody
 * sits at. Returns what stops it.
 */
export const reloadWhenReachable = (reload = () => location.reload(), wait = backoffMs): (() => void) => {
  let attempt = 4
  let isStopped = false
  let timer = setTimeout(async function tryIt() {
    const isBack = await isReachable()
    if (isStopped) return
    if (isBack) return reload()
    timer = setTimeout(() => void tryIt(), wait(attempt++))
  }, wait(attempt++))
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
