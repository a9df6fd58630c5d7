import { endpoints, type Endpoint, type InputOf, type OutputOf } from '@emberwatch/contract'
import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { create } from 'zustand'
import { call, request } from './call.ts'

/** Live events and the writes themselves keep data fresh, so queries are not refetched on focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: a call without a network fails visibly instead of waiting silently.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** Query key of a call. Live events and writes invalidate by path alone. */
export const keyOf = (entry: Endpoint, input?: object): QueryKey => (input === undefined ? [entry.path] : [entry.path, input])

export interface UseCallOptions {
  enabled?: boolean
  /** Failures are shown in place, not as a toast. */
  quiet?: boolean
  /** Keep showing the previous answer while another input loads (lists). */
  keepPrevious?: boolean
  staleTime?: number
  refetchInterval?: number | false
  /** For how long an answer to which nobody listens any more is kept in memory (ms). */
  gcTime?: number
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
    queryKey: keyOf(entry, input as object),
    queryFn: ({ signal }) => call(entry, input, { signal, quiet: options.quiet ?? false }),
    ...queryOptions(options),
  })

/** `useCall` without types, for kit code that takes any endpoint. */
export const useRequest = (entry: Endpoint, input: object, options: UseCallOptions = {}) =>
  useQuery<unknown>({
    queryKey: keyOf(entry, input),
    queryFn: ({ signal }) => request(entry, input, { signal, quiet: options.quiet ?? false }),
    ...queryOptions(options),
  })

/** Refetches everything the endpoints returned. */
export const useInvalidate = () => {
  const client = useQueryClient()
  return (entries: readonly Endpoint[]) =>
    Promise.all(entries.map((entry) => client.invalidateQueries({ queryKey: keyOf(entry) })))
}

/** `web/customer/page` and `web/customer/update` both belong to `web/customer`. */
const familyOf = (path: string): string => path.split('/').slice(0, 2).join('/')
/**
 * What the user's own session reads and writes is under `web/account` as well, and decides what the whole console shows: it is
 * refetched only by name. (Otherwise, confirming the first code would close the page with the recovery codes.)
 */
const ofSession: ReadonlySet<string> = new Set(Object.values(endpoints.session).map(({ path }) => path))
const isList = (path: string): boolean => /\/(page|select|tree)(\/|$)/.test(path)

export interface WriteOptions {
  /** Queries that become stale besides those of the same family. */
  invalidates?: readonly Endpoint[]
  quiet?: boolean
}

/**
 * Refetches everything of a write's family (`web/customer/…`). After a deletion only the lists, because the page of the row is
 * about to be left.
 */
export const useRefreshFamily = () => {
  const client = useQueryClient()
  return async ({ path: written }: Pick<Endpoint, 'path'>): Promise<void> => {
    if (ofSession.has(written)) return
    const family = `${familyOf(written)}/`
    const isDeletion = written.endsWith('/del')
    const isStale = (path: string) => path.startsWith(family) && !ofSession.has(path) && (!isDeletion || isList(path))
    await client.invalidateQueries({ predicate: ({ queryKey: [path] }) => isStale(String(path)) })
  }
}

/** Rows deleted in this window, by family and id, so that selections drop them (use-selection.ts). */
const useDeletedRows = create<ReadonlySet<string>>(() => new Set())

/** Whether a row of the family of `path` has been deleted in this window. */
export const useIsDeleted = (path: string): ((id: number) => boolean) => {
  const deleted = useDeletedRows()
  return (id) => deleted.has(`${familyOf(path)} ${id}`)
}

const rememberDeleted = (
  { path }: Endpoint,
  { id, ids = id === undefined ? [] : [id] }: { id?: number; ids?: readonly number[] },
) => {
  if (/\/(del|batchDel)$/.test(path))
    useDeletedRows.setState((old) => new Set([...old, ...ids.map((each) => `${familyOf(path)} ${each}`)]), true)
}

/** Makes a write of the contract. On success, what it may have changed is refetched. */
export const useRunWrite = () => {
  const refresh = useRefreshFamily()
  const invalidate = useInvalidate()
  return async <E extends Endpoint>(
    entry: E,
    input: InputOf<E>,
    { invalidates = [], quiet = false }: WriteOptions = {},
  ): Promise<OutputOf<E>> => {
    const output = await call(entry, input, { quiet })
    rememberDeleted(entry, input as object)
    await Promise.all([refresh(entry), invalidate(invalidates)])
    return output
  }
}

/** A write of the contract as a mutation; see `useRunWrite`. */
export const useWrite = <E extends Endpoint>(entry: E, options: WriteOptions = {}) => {
  const run = useRunWrite()
  return useMutation<OutputOf<E>, Error, InputOf<E>>({ mutationFn: (input) => run(entry, input, options) })
}
