import { enums, orderGraphs } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { stepsIn } from './order-facts.ts'

const named: Readonly<Record<string, string>> = { signIn: 'sign' }
const known = new Set(['receive', 'refuse', 'sign', 'start', 'record', 'complete'])

test.each(enums.orderStatus)('an order in %s offers what an assigned engineer may do', (status) => {
  const may = orderGraphs.repair.transitions
    .filter(({ from, operations }) => from.includes(status) && operations.includes('order:work'))
    .map(({ action }) => named[action] ?? action)
  expect([...(stepsIn[status] ?? [])].sort()).toEqual([...new Set(may)].filter((action) => known.has(action)).sort())
})
