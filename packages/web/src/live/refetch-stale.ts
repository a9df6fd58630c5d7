import type { LiveKind } from '@emberwatch/contract'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Devices report all the time, so their queries are refetched slowly, and messages are read at leisure. Alarms are refetched fast. */
export const refreshRateOf = (kind: LiveKind): 'fast' | 'slow' | 'calm' => {
  if (kind === 'message') return 'calm'
  return kind === 'device' || kind === 'gateway' || kind === 'upgrade' ? 'slow' : 'fast'
}

/**
 * Refetches stale queries, and resolves when they have answered. A query in flight may
 * have been read before the event, so it is read once more when it is done. It is not aborted: a list that takes longer than the
 * interval between two refetches would never answer in a storm. A request that was lost on its way times out (api/call.ts).
 */
export const refetchStale = async (client: QueryClient, predicate: (query: Query) => boolean): Promise<void> => {
  const inFlight = client
    .getQueryCache()
    .findAll({ predicate })
    .filter(({ state }) => state.fetchStatus === 'fetching')
  const join = { cancelRefetch: false }
  const again = inFlight.map(async ({ queryKey }) => {
    const filters = { queryKey, exact: true }
    await client.refetchQueries(filters, join)
    await client.invalidateQueries(filters, join)
  })
  await Promise.all([client.invalidateQueries({ predicate }, join), ...again])
}
