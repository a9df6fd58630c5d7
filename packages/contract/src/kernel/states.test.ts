import { describe, expect, test } from 'vitest'
import { actionsOf, decide, states, type ActorFacts } from './states.ts'

const actor = (...operations: string[]): ActorFacts => ({
  accountId: 1,
  accountType: 'siter',
  companyId: 1,
  operations: new Set(operations),
})

const graph = states<{ ready: boolean }>()({
  name: 'door',
  field: 'state',
  states: ['open', 'shut'],
  initial: ['open'],
  preconditions: { isReady: (row) => row.ready },
  transitions: [
    { action: 'shut', from: ['open'], to: 'shut', operations: ['alarm:deal'], needs: ['isReady'] },
    { action: 'shut', from: ['open'], to: 'shut', operations: ['alarm:confirm'] },
    { action: 'open', from: ['shut'], to: 'open', operations: ['alarm:deal'] },
    { action: 'open', from: ['open'], to: 'open', operations: ['alarm:confirm'] },
    { action: 'fall', from: ['open'], to: 'shut', operations: [], automatic: true },
  ],
})

describe('decide', () => {
  test.each([
    ['shut', 'open', true, ['alarm:deal'], { allowed: true, to: 'shut' }],
    ['shut', 'open', false, ['alarm:deal'], { allowed: false, reason: 'isReady' }],
    ['shut', 'open', false, ['alarm:confirm'], { allowed: true, to: 'shut' }],
    ['shut', 'open', true, [], { allowed: false, reason: 'noAccess' }],
    ['shut', 'shut', true, ['alarm:deal'], { allowed: false, reason: 'wrongState' }],
    // Whoever may act in another state is told the state; others, that they may not.
    ['open', 'open', true, ['alarm:deal'], { allowed: false, reason: 'wrongState' }],
    ['open', 'open', true, [], { allowed: false, reason: 'noAccess' }],
    ['unknown', 'open', true, ['alarm:deal'], { allowed: false, reason: 'wrongState' }],
    ['fall', 'open', true, [], { allowed: true, to: 'shut' }],
  ] as const)('%s in %s, ready %s, holding %j', (action, state, ready, operations, expected) => {
    expect(decide(graph, action, state, { ready }, actor(...operations))).toEqual(expected)
  })
  test('buttons are the actions of people, once each', () => {
    expect(actionsOf(graph)).toEqual(['shut', 'open'])
  })
})

describe('a flawed graph does not load', () => {
  const base = { name: 'x', field: 'state', preconditions: {} } as const
  test('an unknown state', () => {
    expect(() =>
      states()({
        ...base,
        states: ['a', 'b'],
        initial: ['a'],
        transitions: [{ action: 'go', from: ['a'], to: 'c' as 'b', operations: [] }],
      }),
    ).toThrow('unknown state c')
  })
  test('a state that cannot be reached', () => {
    expect(() => states()({ ...base, states: ['a', 'b'], initial: ['a'], transitions: [] })).toThrow('b cannot be reached')
  })
  test('states that lead only to each other', () => {
    const transitions = [
      { action: 'go', from: ['b'], to: 'c', operations: [] },
      { action: 'back', from: ['c'], to: 'b', operations: [] },
    ] as const
    expect(() => states()({ ...base, states: ['a', 'b', 'c'], initial: ['a'], transitions })).toThrow('b cannot be reached')
  })
})
