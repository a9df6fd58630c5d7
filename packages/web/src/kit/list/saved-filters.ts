import { limits } from '@emberwatch/contract'
import type { Search } from '../search-params.ts'

/** Named conditions of a list, stored per user on the server. */
export interface SavedFilter {
  readonly name: string
  readonly search: Search
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The stored value, as far as it is valid. */
export const savedIn = (kept: unknown): readonly SavedFilter[] =>
  (Array.isArray(kept) ? kept : []).flatMap((each: unknown) =>
    isRecord(each) && typeof each['name'] === 'string' && isRecord(each['search'])
      ? [
          {
            name: each['name'],
            search: Object.fromEntries(Object.entries(each['search']).map(([name, value]) => [name, String(value)])),
          },
        ]
      : [],
  )

/** The current conditions: those of `names` that are set. */
export const conditionsOf = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

/** The change from the current conditions to the saved ones, without conditions that the list no longer has. */
export const patchTo = ({ search }: SavedFilter, names: readonly string[]): Search =>
  Object.fromEntries(names.map((name) => [name, search[name] ?? '']))

/** Adds the conditions under the name, replacing those that had it. */
export const withSaved = (saved: readonly SavedFilter[], added: SavedFilter): readonly SavedFilter[] =>
  saved.some(({ name }) => name === added.name)
    ? saved.map((each) => (each.name === added.name ? added : each))
    : [...saved, added].slice(0, limits.savedFilters)

/** Renames a filter. Another filter with that name is replaced. */
export const renamed = (saved: readonly SavedFilter[], from: string, to: string): readonly SavedFilter[] =>
  saved.filter(({ name }) => name === from || name !== to).map((each) => (each.name === from ? { ...each, name: to } : each))
