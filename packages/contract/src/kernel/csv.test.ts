import { expect, test } from 'vitest'
import { csvReader } from './csv.ts'

const rowsOf = (parts: readonly string[], columns = 10): (readonly string[])[] => {
  const reader = csvReader({ columns, rowChars: 40 }, (reason, params) => new Error(`${reason} ${JSON.stringify(params)}`))
  return [...parts.flatMap((part) => [...reader.read(part)]), ...reader.end()].map(({ row, cells }) => [String(row), ...cells])
}

test('cells may contain quotation marks, separators and line breaks, wherever the text is cut', () => {
  const text = 'a;"b;""c""\r\nd"\r\n\r\n\'=1;e'
  const rows = [
    ['1', 'a', 'b;"c"\r\nd'],
    ['3', '=1', 'e'],
  ]
  expect(rowsOf([text])).toEqual(rows)
  // The first part says which the separator is.
  for (let at = 2; at < text.length; at++) expect(rowsOf([text.slice(0, at), text.slice(at)])).toEqual(rows)
})

test('what is too much says where', () => {
  expect(() => rowsOf(['a,b,c'], 2)).toThrow('columns {"limit":2}')
  expect(() => rowsOf([`a\n${'x'.repeat(41)}`])).toThrow('rowChars {"row":2,"limit":40}')
  expect(() => rowsOf(['a\n"b'])).toThrow('quote {"row":2}')
})
