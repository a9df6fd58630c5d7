import type { QueryClient } from '@tanstack/react-query'

/**
 * Asks the reads whose path begins with one of the prefixes anew; resolves when they have answered. A first read that is under way may have been answered
 * before what happened: TanStack Query joins it instead of asking anew, so it is asked once more when it is there.
 */
export const askAgain = async (client: QueryClient, prefixes: readonly string[]): Promise<void> => {
  const predicate = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
    typeof path === 'string' && prefixes.some((prefix) => path.startsWith(prefix))
  const first = client
    .getQueryCache()
    .findAll({ predicate })
    .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
  await client.invalidateQueries({ predicate })
  await Promise.all(first.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })))
}
