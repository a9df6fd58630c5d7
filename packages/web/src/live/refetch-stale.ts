import type { QueryClient } from '@tanstack/react-query'

/**
 * Refetches the queries whose path starts with one of the prefixes. Resolves when they have answered. A first fetch in flight may
 * have been answered before the event, and TanStack Query joins it instead of starting another, so it is repeated once it is
 * done.
 */
export const refetchStale = async (client: QueryClient, prefixes: readonly string[]): Promise<void> => {
  const predicate = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
    typeof path === 'string' && prefixes.some((prefix) => path.startsWith(prefix))
  const first = client
    .getQueryCache()
    .findAll({ predicate })
    .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
  await client.invalidateQueries({ predicate })
  await Promise.all(first.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })))
}
