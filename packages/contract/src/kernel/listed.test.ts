import { expect, test } from 'vitest'
import { clausesIn, eitherIn, labelledIn, listedIn, sentencesIn } from './listed.ts'

test('words are listed as people of each language write them, without what is missing', () => {
  const words = ['SD1', null, 'SD2', '', undefined, '…']
  expect([listedIn('zh', words), listedIn('en', words)]).toEqual(['SD1、SD2、…', 'SD1, SD2, …'])
  expect([listedIn('zh', ['一']), listedIn('en', ['one']), listedIn('en', [])]).toEqual(['一', 'one', ''])
  expect([clausesIn('zh', ['一、二', null, '三']), clausesIn('en', ['a, b', 'c'])]).toEqual(['一、二；三', 'a, b; c'])
})

test('of alternatives any one counts', () => {
  const words = ['报警', null, '故障', '超时']
  expect([eitherIn('zh', words), eitherIn('en', ['an alarm', 'a fault', '']), eitherIn('en', ['a', 'b', 'c'])]).toEqual([
    '报警、故障或超时',
    'an alarm or a fault',
    'a, b or c',
  ])
})

test('a label is followed by the colon of the language', () => {
  expect([labelledIn('zh', '原因', '灰尘'), labelledIn('en', 'Cause', 'Dust')]).toEqual(['原因：灰尘', 'Cause: Dust'])
})

test('sentences follow each other as in the language', () => {
  expect([sentencesIn('zh', ['一。', ' ', '二。 ']), sentencesIn('en', ['One.', '', 'Two. '])]).toEqual(['一。二。', 'One. Two.'])
})
