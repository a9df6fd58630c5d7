import type { Endpoint, InputOf, OutputOf } from '@emberwatch/contract'
import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { call, request } from './call.ts'

/** Freshness comes from live events and from the writes themselves, so a query is not asked again by mere focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: a call made without a network fails and says so, instead of waiting in silence.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** Query key of a call: live events and writes invalidate by the path alone. */
export const keyOf = (entry: Endpoint, input?: object): QueryKey => (input === undefined ? [entry.path] : [entry.path, input])

export interface UseCallOptions {
  enabled?: boolean
  /** Failures are shown in place, not as a toast. */
  quiet?: boolean
  /** Keep showing the previous answer while another input loads (lists). */
  keepPrevious?: boolean
  staleTime?: number
  refetchInterval?: number | false
}

const queryOptions = ({ enabled = true, keepPrevious = false, staleTime = 0, refetchInterval = false }: UseCallOptions) => ({
  enabled,
  staleTime,
  refetchInterval,
  ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
})

/** A read of the contract as a query. */
export const useCall = <E extends Endpoint>(entry: E, input: InputOf<E>, options: UseCallOptions = {}) =>
  useQuery<OutputOf<E>>({
    queryKey: keyOf(entry, input as object),
    queryFn: ({ signal }) => call(entry, input, { signal, quiet: options.quiet ?? false }),
    ...queryOptions(options),
  })

/** `useCall` without types, for the kits that take any endpoint. */
export const useRequest = (entry: Endpoint, input: object, options: UseCallOptions = {}) =>
  useQuery<unknown>({
    queryKey: keyOf(entry, input),
    queryFn: ({ signal }) => request(entry, input, { signal, quiet: options.quiet ?? false }),
    ...queryOptions(options),
  })

/** Asks again for whatever the endpoints answered. */
export const useInvalidate = () => {
  const client = useQueryClient()
  return (entries: readonly Endpoint[]) =>
    Promise.all(entries.map((entry) => client.invalidateQueries({ queryKey: keyOf(entry) })))
}

/** A write of the contract; when it has succeeded, the reads in `invalidates` are asked again. */
export const useWrite = <E extends Endpoint>(
  entry: E,
  { invalidates = [], quiet = false }: { invalidates?: readonly Endpoint[]; quiet?: boolean } = {},
) => {
  const invalidate = useInvalidate()
  return useMutation<OutputOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => call(entry, input, { quiet }),
    onSuccess: () => invalidate(invalidates),
  })
}
