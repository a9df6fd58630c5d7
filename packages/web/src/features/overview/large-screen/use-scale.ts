import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** Text size for the window: 12 px on a laptop, 15 on 1080p, 27 on 4K. Everything on the screen is measured in it. */
const sizeNow = (): number => {
  const { innerWidth: width, innerHeight: height } = window
  if (width < 700) return 14
  // On a wall of several screens side by side, the height is what is scarce.
  return Math.round(Math.min(40, Math.max(12, Math.min(2 + 0.0042 * (width + height), height / 64))))
}

export const useScale = (): number => useSyncExternalStore(subscribe, sizeNow)
