import type { Search } from './search-params.ts'

/** Whether an address asks for the form of a new row. With more in it than a tab, it is about something, and the page's own form reads that. */
export const asksForNew = ({ create, ...search }: Search): boolean =>
  create === '1' && Object.keys(search).every((name) => name === 'tab')
