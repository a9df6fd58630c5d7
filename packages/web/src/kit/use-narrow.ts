import { limits } from '@emberwatch/contract'
import { useSyncExternalStore } from 'react'

/** Whether the window is narrower than `width`. Resizing is checked at most every 400 ms (specification section 9). */
export const useNarrow = (width: number): boolean =>
  useSyncExternalStore(
    (changed) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const resized = () => {
        timer ??= setTimeout(() => {
          timer = undefined
          changed()
        }, limits.resizeThrottle)
      }
      addEventListener('resize', resized)
      return () => {
        removeEventListener('resize', resized)
        clearTimeout(timer)
      }
    },
    () => innerWidth < width,
  )

/** Below this there is no room for a menu next to the page. */
export const phoneWidth = 640

/** From here a form of many fields has two columns. */
export const roomForTwoColumns = 1200
