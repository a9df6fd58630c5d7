import { limits } from '@emberwatch/contract'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Search } from '../search-params.ts'
import { usePageSearch } from '../page-search.ts'
import { rememberSearch } from './last-search.ts'

/** What a list currently shows, as texts by name: filters, pageNum, pageSize, cursor, sort, order. */
export interface ListState {
  search: Search
  pageNum: number
  pageSize: number
  /** Changes parts of the state. An empty text removes a value. Any change other than paging returns to page 1. */
  change: (patch: Search) => void
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

const patched = (old: Search, patch: Search): Search => {
  const next = { ...old, pageNum: '', cursor: '', ...patch }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
}

/** State in the URL, so that a list can be shared, reloaded and returned to. A list inside another page keeps it private. */
export const useListState = (embedded: boolean): ListState => {
  const fromUrl = usePageSearch()
  const navigate = useNavigate()
  const [own, setOwn] = useState<Search>({})
  const path = useLocation().pathname
  useEffect(() => {
    if (!embedded) rememberSearch(path, fromUrl)
  }, [embedded, path, fromUrl])
  if (embedded) return stateOf(own, (patch) => setOwn((old) => patched(old, patch)))
  return stateOf(fromUrl, (patch) => void navigate({ to: '.', search: patched(fromUrl, patch) }))
}
