import { useSearch } from '@tanstack/react-router'
import type { Search } from './search-params.ts'

/**
 * What stands behind the `?` of the page's own address. Not the address of the window: that one changes first, and a page that is being left would take
 * the next page's parameters for its own.
 */
export const usePageSearch = (): Search => useSearch({ strict: false })
