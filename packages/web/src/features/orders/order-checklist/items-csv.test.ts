import type { CheckItem } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { CsvProblem, itemsFromCsv, itemsToCsv } from './items-csv.ts'

const items: CheckItem[] = [
  {
    textZh: '外观“完好”, 无损',
    textEn: 'Intact, "clean"\nno dust',
    answer: 'yesNo',
    required: true,
    perDevice: false,
    photo: true,
  },
  {
    textZh: '=压力',
    textEn: '-Pressure',
    answer: 'value',
    unit: 'MPa',
    low: -0.5,
    high: 1.2,
    required: false,
    perDevice: true,
    photo: false,
  },
  { textZh: '备注', textEn: 'Remark', answer: 'text', required: false, perDevice: false, photo: false },
]
const problemOf = (text: string): unknown => {
  try {
    itemsFromCsv(text)
    return undefined
  } catch (error) {
    return error instanceof CsvProblem ? [error.reason, error.row] : error
  }
}

test('what is written is read again, and no spreadsheet runs it', () => {
  const csv = itemsToCsv(items)
  expect(itemsFromCsv(csv)).toEqual(items)
  expect(csv.split('\r\n')[2]).toMatch(/^'=压力,'-Pressure,value,MPa,-0.5,1.2,N,Y,N$/)
})

test('columns in another order, words for yes and no, and limits of what has no value are dropped', () => {
  expect(itemsFromCsv('answer,textEn,textZh,required,low\nyesNo,Clean,清洁,是,5\n\n')).toEqual([
    { textZh: '清洁', textEn: 'Clean', answer: 'yesNo', required: true, perDevice: false, photo: false },
  ])
})

test('an unreadable file reports the position of the error', () => {
  const head = 'textZh,textEn,answer,low'
  expect(problemOf('a,b\n1,2')).toEqual(['header', 0])
  expect(problemOf(head)).toEqual(['empty', 0])
  expect(problemOf(`${head}\n一,one,yesNo,\n二,two,maybe,`)).toEqual(['row', 2])
  expect(problemOf(`${head}\n一,one,value,much`)).toEqual(['row', 1])
  expect(problemOf(`${head}\n,one,yesNo,`)).toEqual(['row', 1])
  expect(problemOf(`${head}\n${'一,one,yesNo,\n'.repeat(61)}`)).toEqual(['many', 0])
})
