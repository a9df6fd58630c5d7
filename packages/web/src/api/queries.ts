import type { Endpoint, Thing } from '@emberwatch/contract'
import type { QueryKey, Query } from '@tanstack/react-query'

/** Every query of a call knows it, and so what it shows (queries.ts). */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly entry: Endpoint }
  }
}

/** Query key of a call: of one answer, or of all. */
export const keyOf = (entry: Endpoint, input?: object): QueryKey => (input === undefined ? [entry.path] : [entry.path, input])

/** What tells queries apart, and what makes one stale. */
export const queryOf = (entry: Endpoint, input: object) => ({ queryKey: keyOf(entry, input), meta: { entry } })

type IsStale = (query: Pick<Query, 'queryKey' | 'meta'>) => boolean

/** Which queries show one of these things. */
export const showing =
  (things: readonly Thing[]): IsStale =>
  ({ meta }) =>
    meta?.entry.shows?.some((thing) => things.includes(thing)) ?? false

/** The rows that an input names, as `table id`. */
const rowsIn = ({ input }: Endpoint, values: object): string[] =>
  Object.entries(values).flatMap(([field, value]: [string, unknown]) => {
    const { ref, items } = (input.properties[field] ?? {}) as { ref?: string; items?: { ref?: string } }
    const table = ref ?? items?.ref
    return table === undefined ? [] : [value].flat().map((id) => `${table} ${String(id)}`)
  })

/**
 * Which queries a write makes stale. What was read about a deleted row is not read again, because its page is about to be left. A list
 * of such rows is, even if it is filtered by that one.
 */
export const madeStaleBy = (entry: Endpoint, values: object): IsStale => {
  const isShown = showing(entry.changes ?? [])
  const gone = new Set(entry.deletes ? rowsIn(entry, values) : [])
  return (query) => {
    if (!query.meta || !isShown(query)) return false
    const { entry: read } = query.meta
    const input = (query.queryKey[1] ?? {}) as { id?: unknown }
    return !rowsIn(read, read.entity === entry.entity ? { id: input.id } : input).some((row) => gone.has(row))
  }
}

/** What the rows of a list are, or those that a write is about. */
export const rowsOf = ({ entity, shows, changes }: Endpoint): string | undefined => entity ?? (shows ?? changes)?.[0]
