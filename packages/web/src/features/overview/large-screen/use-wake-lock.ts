import { useEffect } from 'react'

/** Keeps the display on, where the browser can. It releases the lock when the page is hidden, so it is asked again. */
export const useWakeLock = (): void => {
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
