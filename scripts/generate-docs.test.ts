import { expect, test } from 'vitest'
import { stalePages } from './generate-docs.ts'

test('the generated reference pages say what the contract says', () => {
  expect(stalePages(), 'run: node scripts/generate-docs.ts').toEqual([])
})
