import { endpoints, type Endpoint } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { calls, type PhoneCall } from './calls.ts'

const all = Object.entries(calls).flatMap(([feature, ones]) =>
  Object.entries(ones as Record<string, PhoneCall>).map(([name, call]) => [`${feature}.${name}`, feature, name, call] as const),
)

test.each(all)('%s is a call of the contract', (_, feature, name, { method, path }) => {
  const entries: Record<string, Endpoint> = endpoints[feature as keyof typeof endpoints]
  expect({ method, path }).toEqual({ method: entries[name]?.method, path: entries[name]?.path })
})

test('every step of an engineer can be sent again', () => {
  // Showing a number is not a step.
  const steps = Object.values<Endpoint>(endpoints.orderApp).filter(
    ({ method, access }) => method === 'POST' && access === 'order:work',
  )
  expect(steps.filter(({ once }) => !once).map(({ path }) => path)).toEqual([])
})
