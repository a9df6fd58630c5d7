import type { Endpoint, Page } from '@emberwatch/contract'
import { useMemo } from 'react'
import { useRequest } from '../../api/hooks.ts'
import { inputFacts } from '../schema.ts'
import { pushedOff, type OffPage } from './held-rows.ts'
import { keyOfRow, idOf } from './row-id.ts'

interface Question<Row> {
  readonly endpoint: Endpoint
  readonly held: readonly Row[] | null
  readonly latest: readonly Row[]
  /** The conditions of the list, and those of them that always apply. */
  readonly found: object
  readonly fixed: object
  readonly pageSize: number
}

/**
 * What has become of held rows that are not on the page any more. A list that takes `ids` is asked about them, with and without its
 * conditions; live events repeat that as they repeat the list itself.
 */
export const useOffPage = <Row extends object>({
  endpoint,
  held,
  latest,
  found,
  fixed,
  pageSize,
}: Question<Row>): OffPage<Row> & { isKnown: (key: string) => boolean } => {
  const most = inputFacts(endpoint)['ids']?.maxItems
  const listed = useMemo(() => new Set(latest.map(idOf)), [latest])
  const isAsked = most !== undefined && held !== null && held.some((row) => !listed.has(idOf(row)))
  // All held rows rather than the missing ones: the question stays the same while more go missing.
  const ids = isAsked ? held.map(idOf).slice(0, most) : []
  const of = (conditions: object) => ({ ...conditions, ids, pageNum: 1, pageSize: Math.max(1, ids.length) })
  const options = { enabled: isAsked, quiet: true, keepPrevious: true }
  const all = useRequest(endpoint, of(fixed), options).data as Page<Row> | undefined
  const matching = useRequest(endpoint, of(found), options).data as Page<Row> | undefined
  return useMemo(() => {
    if (most === undefined) {
      const pushed = pushedOff(held ?? [], latest, keyOfRow, pageSize)
      return { values: [], isGone: (key) => !pushed.has(key), isKnown: () => false }
    }
    const values = isAsked ? (all?.list ?? []) : []
    const known = new Set(values.map(keyOfRow))
    const still = new Set(matching?.list.map(keyOfRow))
    // Until the answers are there, a row stays as it was.
    return {
      values,
      isGone: (key) => matching !== undefined && known.has(key) && !still.has(key),
      isKnown: (key) => known.has(key),
    }
  }, [most, held, latest, pageSize, isAsked, all, matching])
}
