import { stringifySearch, parseSearch, type Search } from '../search-params.ts'

const keyOf = (path: string): string => `ew.list.${path}`

/** Keeps what a list shows for as long as the window is open: the page of a row leads to the rows beside it. */
export const rememberSearch = (path: string, search: Search): void => {
  try {
    sessionStorage.setItem(keyOf(path), stringifySearch(search))
  } catch {
    // Without storage the rows beside are those of the whole list.
  }
}

/** What the list at an address showed last in this window. */
export const lastSearch = (path: string): Search => {
  try {
    return parseSearch(sessionStorage.getItem(keyOf(path)) ?? '')
  } catch {
    return {}
  }
}
