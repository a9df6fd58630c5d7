import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.ts'
import { toast } from '../toast.ts'
import './use-run-each.css'

/** How many calls run at the same time. */
const maxConcurrent = 6

export interface ItemResult {
  readonly name: string
  /** Why it failed. Undefined: it succeeded. */
  readonly failure: string | undefined
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs one action for every row, and returns each result in row order. */
export const resultsOfEach = async <Row,>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  run: (row: Row) => Promise<unknown>,
): Promise<ItemResult[]> => {
  const results: ItemResult[] = []
  for (let from = 0; from < rows.length; from += maxConcurrent) {
    const some = rows.slice(from, from + maxConcurrent)
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

/** The result for each row, failures first. */
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

/** Shows the results of several rows: a notice `done` if all succeeded, otherwise a dialog that lists each. */
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

/** Runs one action for every selected row, with one quiet call each, and shows the results. */
export const useRunEach = () => {
  const showResults = useShowResults()
  return async <Row,>(
    rows: readonly Row[],
    nameOf: (row: Row) => string,
    run: (row: Row) => Promise<unknown>,
    done: string,
  ): Promise<void> => showResults(await resultsOfEach(rows, nameOf, run), done)
}
