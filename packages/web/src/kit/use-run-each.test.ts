import { expect, test, vi } from 'vitest'

vi.mock('./confirm.ts', () => ({ confirm: vi.fn<() => Promise<boolean>>() }))

test('each row has its own result, in row order, and six calls run at the same time', async () => {
  const { resultsOfEach } = await import('./use-run-each.tsx')
  let running = 0
  let most = 0
  const rows = Array.from({ length: 15 }, (_, n) => n)
  const results = await resultsOfEach(
    rows,
    (n) => `row ${n}`,
    async (n) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      if (n % 7 === 3) throw new Error(`no ${n}`)
    },
  )
  expect(most).toBe(6)
  expect(results.map(({ name }) => name)).toEqual(rows.map((n) => `row ${n}`))
  expect(results.filter(({ failure }) => failure !== undefined)).toEqual([
    { name: 'row 3', failure: 'no 3' },
    { name: 'row 10', failure: 'no 10' },
  ])
})
