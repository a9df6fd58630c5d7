import { expect, test } from 'vitest'
import { workOff } from './work-off.ts'

const locked = Object.assign(new Error('locked'), { code: '55P03' })

interface Row {
  readonly id: number
  readonly company: string
}
const rowsOf = (companies: string): Row[] => companies.split('').map((company, id) => ({ id, company }))

/** Works off these rows two at a time. Those for which `outcome` returns an error stay. */
const stand = (companies: string, outcome: (row: Row) => Error | undefined) => {
  const rows = rowsOf(companies)
  const [tried, failed]: [number[], string[]] = [[], []]
  const round = workOff<Row, string>({
    limit: 2,
    read: async (limit, except) => rows.filter(({ company }) => !except.includes(company)).slice(0, limit),
    keyOf: ({ company }) => company,
    work: async (row) => {
      tried.push(row.id)
      const error = outcome(row)
      if (error) throw error
      rows.splice(rows.indexOf(row), 1)
      return true
    },
    failed: (error, { id }) => failed.push(`${id} ${String(error)}`),
  })
  /** As a wake loop does it: one after another while there is more. */
  const rounds = async (): Promise<void> => {
    while (await round());
  }
  return { round, rounds, tried, failed, left: () => rows.map(({ id }) => id) }
}

test('one row after another, in their order', async () => {
  const { round, tried, left } = stand('ab', () => undefined)
  await round()
  expect(tried).toEqual([0, 1])
  expect(left()).toEqual([])
})

test('one that fails stays and delays no other', async () => {
  const { round, tried, failed, left } = stand('ab', ({ id }) => (id === 0 ? new Error('no') : undefined))
  await round()
  expect(tried).toEqual([0, 1])
  expect(failed).toEqual(['0 Error: no'])
  expect(left()).toEqual([0])
})

test('a locked row holds up only those of its key: the rest of these is not tried, and others behind them follow at once', async () => {
  const { rounds, tried, failed } = stand('aaabbc', ({ company }) => (company === 'c' ? undefined : locked))
  await rounds()
  // Of a only the first, then of b only the first, then c.
  expect(tried).toEqual([0, 3, 5])
  expect(failed).toHaveLength(2)
  // They are still left out in the next round.
  await rounds()
  expect(tried).toEqual([0, 3, 5])
})

test('it goes on while a full round takes rows away, and ends when one takes none', async () => {
  const { rounds, tried, left } = stand('aaaaa', ({ id }) => (id > 2 ? new Error('no') : undefined))
  await rounds()
  expect(tried).toEqual([0, 1, 2, 3, 3, 4])
  expect(left()).toEqual([3, 4])
})
