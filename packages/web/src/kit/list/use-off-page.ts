import type { Endpoint, Page } from '@emberwatch/contract'
import { useMemo, useState } from 'react'
import { useRequest } from '../../api/hooks.ts'
import { inputFacts } from '../schema.ts'
import { askedAbout, offPageOf, pushedOff, type OffPage } from './held-rows.ts'
import { keyOfRow, idOf } from './row.ts'

/** The two answers about the same rows: those with the conditions, of those that there are. */
interface Answers<Row> {
  readonly question: string
  readonly all: Page<Row>
  readonly matching: Page<Row>
}

/** In a storm the question changes with every fire: its answers are not gathered for minutes (ms). */
const keptFor = 5_000

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
  // All held rows rather than the missing ones, if they are not too many: the question stays the same while more go missing.
  const ids = isAsked ? askedAbout(held.map(idOf), listed, most) : []
  const of = (conditions: object) => ({ ...conditions, ids, pageNum: 1, pageSize: Math.max(1, ids.length) })
  const options = { enabled: isAsked, quiet: true, gcTime: keptFor }
  const all = useRequest(endpoint, of(fixed), options).data as Page<Row> | undefined
  const matching = useRequest(endpoint, of(found), options).data as Page<Row> | undefined
  const question = JSON.stringify([endpoint.path, fixed, found])
  const [kept, setKept] = useState<Answers<Row>>()
  // Until both are there, the last two apply, never an old one beside a new one: a fire would be struck out that burns.
  const latestAnswers = isAsked && all && matching ? { question, all, matching } : undefined
  const answers = latestAnswers ?? (isAsked && kept?.question === question ? kept : undefined)
  if (answers?.all !== kept?.all || answers?.matching !== kept?.matching || answers?.question !== kept?.question) setKept(answers)
  return useMemo(() => {
    if (most === undefined) {
      const pushed = pushedOff(held ?? [], latest, keyOfRow, pageSize)
      return { values: [], isGone: (key) => !pushed.has(key), isKnown: () => false }
    }
    return offPageOf(kept?.all.list ?? [], kept?.matching.list ?? [], keyOfRow)
  }, [most, held, latest, pageSize, kept])
}
