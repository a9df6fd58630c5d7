import type { UnknownReportRow, UnknownReportsDone } from '@emberwatch/contract'
import { useShowResults } from '../../../kit/use-run-each.tsx'
import { nameOf } from './unknown-cells.tsx'

/** Shows the results for several entries: a notice if all succeeded, otherwise each with its reason. */
export const useShownHandled = () => {
  const show = useShowResults()
  return (rows: readonly UnknownReportRow[], results: UnknownReportsDone, done: string): void => {
    const names = new Map(rows.map((row) => [row.id, nameOf(row)]))
    show(
      results.map(({ id, done: isDone, msg }) => ({ name: names.get(id) ?? '', failure: isDone ? undefined : msg })),
      done,
    )
  }
}
