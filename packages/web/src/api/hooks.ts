import type { Endpoint, InputOf, OutputOf } from '@emberwatch/contract'
import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { call, request } from './call.ts'
import { queryOf, madeStaleBy, rowsOf } from './queries.ts'

/** Live events and the writes themselves keep data fresh, so queries are not refetched on focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: a call without a network fails visibly instead of waiting silently.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

export interface UseCallOptions {
  readonly enabled?: boolean
  /** Failures are shown in place, not as a toast. */
  readonly quiet?: boolean
  /** Keep showing the previous answer while another input loads (lists). */
  readonly keepPrevious?: boolean
  readonly staleTime?: number
  readonly refetchInterval?: number | false
  /** For how long an answer that nothing shows any more is kept in memory (ms). */
  readonly gcTime?: number
}

const queryOptions = ({
  enabled = true,
  keepPrevious = false,
  staleTime = 0,
  refetchInterval = false,
  gcTime,
}: UseCallOptions) => ({
  enabled,
  staleTime,
  refetchInterval,
  // A window that is minimised or behind another one is treated as visible, because it must still sound.
  refetchIntervalInBackground: true,
  ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  ...(gcTime === undefined ? {} : { gcTime }),
})

/** A read of the contract as a query. */
export const useCall = <E extends Endpoint>(entry: E, input: InputOf<E>, options: UseCallOptions = {}) =>
  useQuery<OutputOf<E>>({
    ...queryOf(entry, input as object),
    queryFn: ({ signal }) => call(entry, input, { signal, quiet: options.quiet ?? false }),
    ...queryOptions(options),
  })

/** `useCall` without types, for kit code that takes any endpoint. */
export const useRequest = (entry: Endpoint, input: object, options: UseCallOptions = {}) =>
  useQuery<unknown>({
    ...queryOf(entry, input),
    queryFn: ({ signal }) => request(entry, input, { signal, quiet: options.quiet ?? false }),
    ...queryOptions(options),
  })

/** Refetches what a write may have changed. */
export const useRefresh = () => {
  const client = useQueryClient()
  return (entry: Endpoint, input: object = {}): Promise<void> =>
    client.invalidateQueries({ predicate: madeStaleBy(entry, input) })
}

/** Rows deleted in this window, so that selections drop them (selection-bar.tsx). */
const useDeletedRows = create<ReadonlySet<string>>(() => new Set())

/** Whether a row of a list has been deleted in this window. */
export const useIsDeleted = (list: Endpoint): ((id: number) => boolean) => {
  const deleted = useDeletedRows()
  return (id) => deleted.has(`${rowsOf(list)} ${id}`)
}

const rememberDeleted = (
  entry: Endpoint,
  { id, ids = id === undefined ? [] : [id] }: { id?: number; ids?: readonly number[] },
) => {
  if (entry.deletes) useDeletedRows.setState((old) => new Set([...old, ...ids.map((each) => `${rowsOf(entry)} ${each}`)]), true)
}

export interface WriteOptions {
  readonly quiet?: boolean
}

/** Makes a write of the contract. On success, what it may have changed is refetched. */
export const useRunWrite = () => {
  const refresh = useRefresh()
  return async <E extends Endpoint>(entry: E, input: InputOf<E>, { quiet = false }: WriteOptions = {}): Promise<OutputOf<E>> => {
    const output = await call(entry, input, { quiet })
    rememberDeleted(entry, input as object)
    await refresh(entry, input as object)
    return output
  }
}

/** A write of the contract as a mutation; see `useRunWrite`. */
export const useWrite = <E extends Endpoint>(entry: E, options: WriteOptions = {}) => {
  const run = useRunWrite()
  return useMutation<OutputOf<E>, Error, InputOf<E>>({ mutationFn: (input) => run(entry, input, options) })
}
