import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.tsx'
import { toast } from './toast.ts'
import './use-run-each.css'

/** So many calls are under way at once. */
const atOnce = 6

export interface ItemResult {
  readonly name: string
  /** Why it could not be done; undefined: it was. */
  readonly failure: string | undefined
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Does one thing to every row, and says of each whether it was done. The order is that of the rows. */
export const resultsOfEach = async <Row,>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  run: (row: Row) => Promise<unknown>,
): Promise<ItemResult[]> => {
  const results: ItemResult[] = []
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce)
    const settled = await Promise.allSettled(some.map(run))
    results.push(
      ...settled.map((each, index) => ({
        name: nameOf(some[index] as Row),
        failure: each.status === 'rejected' ? messageOf(each.reason) : undefined,
      })),
    )
  }
  return results
}

/** What became of each row, those that failed first. */
const Results = ({ results }: { results: readonly ItemResult[] }) => {
  const { t } = useTranslation('kit')
  return (
    <ul className="ew-each">
      {results
        .toSorted((a, b) => Number(a.failure === undefined) - Number(b.failure === undefined))
        .map(({ name, failure }, index) => (
          <li key={`${index} ${name}`} data-failed={failure !== undefined}>
            <span>{name}</span> <span>{failure === undefined ? `✓ ${t(($) => $.each.done)}` : `✕ ${failure}`}</span>
          </li>
        ))}
    </ul>
  )
}

/** Says what became of many: a notice `done` when all went well, otherwise a dialog that lists each. */
export const useShowResults = () => {
  const { t } = useTranslation('kit')
  return (results: readonly ItemResult[], done: string): void => {
    const failed = results.filter(({ failure }) => failure !== undefined).length
    if (failed === 0) return toast.success(done)
    void confirm({
      title: t(($) => $.each.title, { failed, total: results.length }),
      content: <Results results={results} />,
      cancel: null,
    })
  }
}

/** Does one thing to every selected row, by a quiet call each, and says what became of each. */
export const useRunEach = () => {
  const showResults = useShowResults()
  return async <Row,>(
    rows: readonly Row[],
    nameOf: (row: Row) => string,
    run: (row: Row) => Promise<unknown>,
    done: string,
  ): Promise<void> => showResults(await resultsOfEach(rows, nameOf, run), done)
}
