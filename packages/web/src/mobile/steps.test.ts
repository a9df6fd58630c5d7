import { expect, test } from 'vitest'
import { isHeldUp, mostFailures, nextStep, photosIn, withUploaded, type Step } from './steps.ts'

const step = (seq: number, orderId: number, problem: string | null = null): Step =>
  ({ seq, orderId, name: 'start', problem: problem === null ? null : { message: problem, at: '' } }) as unknown as Step

test('steps go out in the order in which they were entered', () => {
  expect(nextStep([step(1, 7), step(2, 8)])?.seq).toBe(1)
  expect(nextStep([])).toBeUndefined()
})

test('a refused step holds up its own order and no other', () => {
  const steps = [step(1, 7, 'no'), step(2, 7), step(3, 8)]
  expect(nextStep(steps)?.seq).toBe(3)
  expect(steps.map((each) => isHeldUp(each, steps))).toEqual([false, true, false])
  expect(nextStep(steps.slice(0, 2))).toBeUndefined()
})

test('a step that keeps failing on the server is overtaken by other orders, and retried after them for ever', () => {
  const failing = (seq: number, orderId: number, failures: number, failedAt = ''): Step => ({
    ...step(seq, orderId),
    failures,
    failedAt,
  })
  // It may be a temporary failure.
  expect(nextStep([failing(1, 7, mostFailures - 1), step(2, 8)])?.seq).toBe(1)
  const steps = [failing(1, 7, mostFailures, '2'), step(2, 7), step(3, 8)]
  expect(nextStep(steps)?.seq).toBe(3)
  // Later steps of the same order wait for it.
  expect(nextStep(steps.slice(0, 2))?.seq).toBe(1)
  expect(nextStep([failing(1, 7, 5, '2'), failing(2, 8, 9, '1'), step(3, 9, 'no')])?.seq).toBe(2)
})

test('photos of the phone are found anywhere in an input, and replaced by those of the server', () => {
  const input = { photos: ['local:a', 'f00'], checks: [{ item: 0, photos: ['local:b'] }] }
  expect(photosIn(input)).toEqual(['a', 'b'])
  expect(withUploaded(input, { a: '1', b: '2' })).toEqual({ photos: ['1', 'f00'], checks: [{ item: 0, photos: ['2'] }] })
})
