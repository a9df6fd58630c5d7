import { describe, expect, test } from 'vitest'
import { cleanName, cleanPhone, hasDirectionMarks, tidyText } from './clean-text.ts'
import { follows } from './rules.ts'

test.each([
  ['a zero-width space', '万达\u200b广场', '万达广场'],
  ['a byte order mark and a soft hyphen', '\ufeffHar\u00adbour', 'Harbour'],
  ['spaces of other kinds', '  North\u00a0\u2009 Wing\u3000', 'North Wing'],
  ['a tab', 'North\tWing', 'North Wing'],
  ['letters in two parts', 'Cafe\u0301', 'Café'],
  ['full width', 'Ａ栋－１２Ｆ', 'A栋-12F'],
  ['radicals', '消防⽕警', '消防火警'],
  ['a joiner between letters', 'Nor\u200dth', 'North'],
  ['Chinese punctuation stays', '万达（二期）：东区', '万达（二期）：东区'],
  ['emoji stay', '👩🏽\u200d🚒 ❤\ufe0f', '👩🏽\u200d🚒 ❤\ufe0f'],
  ['Persian and Hindi stay', 'می\u200cخواهم क्\u200dष', 'می\u200cخواهم क्\u200dष'],
  ['Mongolian stays', 'ᠮᠣᠩᠭᠣᠯ\u180b ᠬᠠᠯ\u180eᠠ', 'ᠮᠣᠩᠭᠣᠯ\u180b ᠬᠠᠯ\u180eᠠ'],
  ['its marks elsewhere', 'Nor\u180eth\u180b', 'North'],
  ['a letter and an accent with something between', 'Cafe\u200b\u0301 Nore\u200d\u0301 ａ\u0301', 'Café Noré á'],
  ['nothing but invisible characters', '\u200b\u3164', ''],
])('%s', (_what, typed, stored) => {
  expect(cleanName(typed)).toBe(stored)
  expect(cleanName(stored)).toBe(stored)
})

test('marks that change the direction are found', () => {
  expect(hasDirectionMarks('abc\u202egpj')).toBe(true)
  expect(hasDirectionMarks('مبنى A')).toBe(false)
})

test.each([
  ['13800000000', '13800000000'],
  ['138 0000 0000', '13800000000'],
  ['138-0000-0000', '13800000000'],
  ['\u202a138\u200b00000000\u202c', '13800000000'],
  ['１３８００００００００', '13800000000'],
  ['010-12345678', '010-12345678'],
  ['(010) 1234 5678', '010-12345678'],
  ['（010）1234-5678', '010-12345678'],
  ['010 1234 5678', '01012345678'],
  ['+86 138 0000 0000', '+8613800000000'],
  ['+86 (138) 0000-0000', '+8613800000000'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['0086-13800000000', '0086-13800000000'],
  ['+1 (202) 555‑0123', '+12025550123'],
  ['+86\u00a013800000000', '+86 13800000000'],
])('the phone %s is %s', (typed, stored) => {
  expect(cleanPhone(typed)).toBe(stored)
  expect(follows('phone', stored)).toBe(true)
})

test.each(['desk', '12345a', '1380000 ext. 12', '++85291234567'])('no phone: %s', (typed) => {
  expect(follows('phone', cleanPhone(typed))).toBe(false)
})

describe('by schema', () => {
  test('secrets are kept to the character', () => {
    expect(tidyText(' pa\u200bss １ ', { maxLength: 30 }, 'newPwd')).toBe('pa\u200bss １')
    expect(tidyText('a\u00a0b', { maxLength: 100 }, 'pushSecret')).toBe('a\u00a0b')
  })
  test('so are codes and messages as devices send them', () => {
    expect(tidyText('Ａ\u00a01', { maxLength: 40 }, 'restoresCode')).toBe('Ａ\u00a01')
    expect(tidyText('{"code":"\u200eＡ１"}', { maxLength: 4_000 }, 'sample')).toBe('{"code":"\u200eＡ１"}')
  })
  test('notes keep their lines and wording', () => {
    expect(tidyText('一，\u200b２\r\n  三\u202e', { maxLength: 500 }, 'note')).toBe('一，２\r\n  三')
    expect(tidyText('首段\n\u3000\u3000次段\u00a0A', { maxLength: 500 }, 'note')).toBe('首段\n\u3000\u3000次段 A')
  })
  test('codes and addresses', () => {
    expect(tidyText('ＧＷ－01\u200b', { rule: 'deviceCode' }, 'code')).toBe('GW-01')
    expect(tidyText('desk＠example．com', { rule: 'email' }, 'email')).toBe('desk@example.com')
    expect(tidyText(' https://example.com/２ ', { rule: 'pushUrl', maxLength: 100 }, 'url')).toBe('https://example.com/２')
  })
})
