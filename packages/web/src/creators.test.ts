import { allEndpoints } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { creators } from './creators.tsx'

/** A choice of companies always has one's own; the others are not offered in a drop-down of the form kit. */
const others = ['agentOne', 'agentTwo', 'distributor', 'dutyTeam', 'notifyRule', 'openAccess']

test('whoever may create what a drop-down offers can do so from there', () => {
  const offered = new Set(creators.flatMap(({ choices }) => choices.map(({ path }) => path)))
  const made = new Set(allEndpoints.filter(({ name }) => name.endsWith('.create')).map(({ name }) => name.split('.')[0]))
  const missing = allEndpoints.flatMap(({ name, entry }) => {
    const [family = '', verb] = name.split('.')
    return verb === 'select' && made.has(family) && !offered.has(entry.path) ? [family] : []
  })
  expect(missing.sort()).toEqual(others)
})

test('each form creates one thing, and no drop-down has two forms', () => {
  const paths = creators.flatMap(({ choices }) => choices.map(({ path }) => path))
  expect(new Set(paths).size).toBe(paths.length)
  for (const { create } of creators) expect(create.path).toMatch(/\/create$/)
})
