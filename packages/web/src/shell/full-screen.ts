import { limits } from '@emberwatch/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { t } from '../i18n/i18n.ts'
import { toast } from '../toast.ts'

/** Fills the screen with the page, or leaves it. Warns if the browser cannot. */
export const toggleFullScreen = async (): Promise<void> => {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    toast.warning(
      t(($) => $.errors.fullScreen),
      limits.unsupportedToast,
    )
  }
}

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Full screen by button and by F11, which would otherwise toggle the browser's own without the page knowing. */
export const useFullScreen = (): { full: boolean; toggle: () => Promise<void> } => {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'F11') return
      event.preventDefault()
      void toggleFullScreen()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return { full, toggle: toggleFullScreen }
}
