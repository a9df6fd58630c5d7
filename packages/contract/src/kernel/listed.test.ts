import { expect, test } from 'vitest'
import { clausesIn, listedIn } from './listed.ts'

test('words are listed as people of each language write them, without what is missing', () => {
  const words = ['SD1', null, 'SD2', '', undefined, '…']
  expect([listedIn('zh', words), listedIn('en', words)]).toEqual(['SD1、SD2、…', 'SD1, SD2, …'])
  expect([listedIn('zh', ['一']), listedIn('en', ['one']), listedIn('en', [])]).toEqual(['一', 'one', ''])
  expect([clausesIn('zh', ['一、二', null, '三']), clausesIn('en', ['a, b', 'c'])]).toEqual(['一、二；三', 'a, b; c'])
})
