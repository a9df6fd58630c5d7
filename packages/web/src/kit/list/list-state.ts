import { limits } from '@emberwatch/contract'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { windowStore } from '../../storage.ts'
import { stringifySearch, parseSearch, type Search, usePageSearch } from '../search-params.ts'

const keyOf = (path: string): string => `ew.list.${path}`

/** Stores what a list shows, for as long as the window is open: the page of a row links to its neighbours. */
const rememberSearch = (path: string, search: Search): void => windowStore.setItem(keyOf(path), stringifySearch(search))

/** The last state of the list at an address in this window. */
export const lastSearch = (path: string): Search => parseSearch(windowStore.getItem(keyOf(path)) ?? '')

/** What a list currently shows, as texts by name: filters, pageNum, pageSize, cursor, sort, order. */
export interface ListState {
  readonly search: Search
  readonly pageNum: number
  readonly pageSize: number
  /** Changes parts of the state. An empty text removes a value. Any change other than paging returns to page 1. */
  readonly change: (patch: Search) => void
}

const positive = (text: string | undefined, otherwise: number): number => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : otherwise
}

const stateOf = (search: Search, change: ListState['change']): ListState => ({
  search,
  pageNum: positive(search['pageNum'], 1),
  pageSize: (limits.pageSizes as readonly number[]).includes(Number(search['pageSize']))
    ? Number(search['pageSize'])
    : limits.defaultPageSize,
  change,
})

/** Marks the address of a list without any condition whose bare address shows something else. */
const everything: Search = { all: 'true' }

/** What an address shows: a bare one the list's default conditions, if it has any. */
export const searchOf = (address: Search, byDefault: Search | undefined): Search =>
  byDefault && Object.keys(address).length === 0 ? byDefault : address

/** The address of a changed state. */
export const addressOf = (old: Search, patch: Search, byDefault: Search | undefined): Search => {
  const { all: _all, ...next } = patched(old, patch)
  return byDefault && Object.keys(next).length === 0 ? everything : next
}

const patched = (old: Search, patch: Search): Search => {
  const next = { ...old, pageNum: '', cursor: '', ...patch }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
}

/**
 * State in the URL, so that a list can be shared, reloaded and returned to. A list inside another page keeps it private.
 * @param byDefault what the list shows at its bare address
 */
export const useListState = (embedded: boolean, byDefault?: Search): ListState => {
  const fromUrl = searchOf(usePageSearch(), byDefault)
  const navigate = useNavigate()
  const [own, setOwn] = useState<Search>({})
  const path = useLocation().pathname
  useEffect(() => {
    if (!embedded) rememberSearch(path, fromUrl)
  }, [embedded, path, fromUrl])
  if (embedded) return stateOf(own, (patch) => setOwn((old) => patched(old, patch)))
  return stateOf(fromUrl, (patch) => void navigate({ to: '.', search: addressOf(fromUrl, patch, byDefault) }))
}
