import { useSearch } from '@tanstack/react-router'
import type { Search } from './search-params.ts'

/**
 * The query of the page's own address, not the window's: that changes first, so a page being left would read the next page's
 * parameters as its own.
 */
export const usePageSearch = (): Search => useSearch({ strict: false })
