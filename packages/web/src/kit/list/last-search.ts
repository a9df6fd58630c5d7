import { windowStore } from '../../storage.ts'
import { stringifySearch, parseSearch, type Search } from '../search-params.ts'

const keyOf = (path: string): string => `ew.list.${path}`

/** Stores what a list shows, for as long as the window is open: the page of a row links to its neighbours. */
export const rememberSearch = (path: string, search: Search): void => windowStore.setItem(keyOf(path), stringifySearch(search))

/** The last state of the list at an address in this window. */
export const lastSearch = (path: string): Search => parseSearch(windowStore.getItem(keyOf(path)) ?? '')
