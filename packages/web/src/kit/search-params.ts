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
