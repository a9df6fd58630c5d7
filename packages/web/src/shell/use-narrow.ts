import { limits } from '@emberwatch/contract'
import { useSyncExternalStore } from 'react'

/** Is the window narrower than `width`? Resizing is looked at every 400 ms, no more often (specification section 9). */
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

/** Below this there is no room for a menu beside the page. */
export const phoneWidth = 640
