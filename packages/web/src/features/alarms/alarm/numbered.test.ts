import { expect, test } from 'vitest'
import { numbered } from './numbered.ts'

test('no two runs of a rule have the same name', () => {
  expect(numbered(['Call list · Alarm', 'Call list · Overdue', 'Call list · Alarm', 'Call list · Alarm'])).toEqual([
    'Call list · Alarm',
    'Call list · Overdue',
    'Call list · Alarm (2)',
    'Call list · Alarm (3)',
  ])
})
