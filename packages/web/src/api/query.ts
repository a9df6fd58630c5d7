import type { Endpoint } from '@emberwatch/contract'
import type { QueryKey } from '@tanstack/react-query'

/** Every query of a call knows it, and so what it shows (stale.ts). */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly entry: Endpoint }
  }
}

/** Query key of a call: of one answer, or of all. */
export const keyOf = (entry: Endpoint, input?: object): QueryKey => (input === undefined ? [entry.path] : [entry.path, input])

/** What tells queries apart, and what makes one stale. */
export const queryOf = (entry: Endpoint, input: object) => ({ queryKey: keyOf(entry, input), meta: { entry } })
