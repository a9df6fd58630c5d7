import { useSearch } from '@tanstack/react-router'

/** Query of a page's address. Plain text, not JSON, so that an address can be read, typed and shared. */
export type Search = Record<string, string>

export const parseSearch = (query: string): Search => Object.fromEntries(new URLSearchParams(query))

export const stringifySearch = (search: Record<string, unknown>): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** Whether an address asks for the form of a new row. With more in it than a tab, it is about something, and the page's own form reads that. */
export const asksForNew = ({ create, ...search }: Search): boolean =>
  create === '1' && Object.keys(search).every((name) => name === 'tab')

/**
 * The query of the page's own address, not the window's: that changes first, so a page being left would read the next page's
 * parameters as its own.
 */
export const usePageSearch = (): Search => useSearch({ strict: false })
