import { limits } from '@emberwatch/contract'
import type { Search } from '../search-params.ts'

/** Conditions of a list under a name, kept for the person on the server. */
export interface SavedFilter {
  readonly name: string
  readonly search: Search
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was kept, as far as it is what we keep. */
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

/** The conditions at present: of `names`, those that are set. */
export const conditionsOf = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

/** What turns the present conditions into the saved ones; of a list that has changed since, those that still exist. */
export const patchTo = ({ search }: SavedFilter, names: readonly string[]): Search =>
  Object.fromEntries(names.map((name) => [name, search[name] ?? '']))

/** With the conditions under the name; those that had it before are replaced. */
export const withSaved = (saved: readonly SavedFilter[], added: SavedFilter): readonly SavedFilter[] =>
  saved.some(({ name }) => name === added.name)
    ? saved.map((each) => (each.name === added.name ? added : each))
    : [...saved, added].slice(0, limits.savedFilters)

/** Under another name; another filter of that name gives way. */
export const renamed = (saved: readonly SavedFilter[], from: string, to: string): readonly SavedFilter[] =>
  saved.filter(({ name }) => name === from || name !== to).map((each) => (each.name === from ? { ...each, name: to } : each))
