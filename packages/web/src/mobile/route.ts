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

/** What the pages show is in app.tsx. */
type PhonePage = 'orders' | 'order' | 'scan' | 'found' | 'alarms' | 'alarm' | 'queue' | 'me'
type Address = readonly [page: PhonePage, of?: string | number]

export const linkTo = (...to: Address): string => `#/${to.map((part = '') => encodeURIComponent(part)).join('/')}`

export const go = (...to: Address): void => {
  location.hash = linkTo(...to)
}
