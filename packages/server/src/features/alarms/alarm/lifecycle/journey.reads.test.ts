import { expect, test } from 'vitest'
import { expandSteps, type JourneyRow } from './journey.reads.ts'

const [received, decoded, stored] = ['2026-11-22T08:00:00.000Z', '2026-11-22T08:00:00.001Z', '2026-11-22T08:00:00.003Z'] as const
const row = (detail: Record<string, unknown>): JourneyRow => ({ step: 'stored', at: stored, detail, actor: null })
const said = (detail: Record<string, unknown>) => expandSteps(row(detail)).map(({ step, at, detail: more }) => [step, at, more])

test('what happened before an alarm was stored is read from the step that contains it', () => {
  const steps = [
    ['received', received, {}],
    ['decoded', decoded, {}],
    ['stored', stored, {}],
  ]
  expect(said({ received, decoded })).toEqual(steps)
  const believed = '2026-11-22T07:59:58.000Z'
  expect(said({ received, decoded, deviceTime: believed })).toEqual([['deviceTime', believed, {}], ...steps])
  for (const unbelieved of ['1970-01-01T00:00:00.000Z', '2026-11-22T08:00:00.500Z', '2036-02-07T06:28:16.000Z'])
    expect(said({ received, decoded, deviceTime: unbelieved })).toEqual([
      ['deviceTime', received, { deviceTime: unbelieved }],
      ...steps,
    ])
})

test('steps that have rows of their own stay as they are', () => {
  expect(expandSteps(row({}))).toEqual([row({})])
  const restored: JourneyRow = { step: 'restored', at: stored, detail: { received, decoded }, actor: null }
  expect(expandSteps(restored)).toEqual([restored])
})
