import { useSyncExternalStore } from 'react'

/** The page being shown: `#/order/12` is `['order', '12']`. */
const parts = (): string => location.hash.replace(/^#\/?/, '') || 'orders'

export const useRoute = (): readonly string[] => {
  const hash = useSyncExternalStore((changed) => {
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, parts)
  return hash.split('/').map(decodeURIComponent)
}

export const go = (...to: readonly (string | number)[]): void => {
  location.hash = `/${to.map(encodeURIComponent).join('/')}`
}
