import { expect, test } from 'vitest'
import { maskContacts } from './api-log.ts'
import { maskedEmail, maskedName, maskedPhone } from './mask.ts'

test('a name is its first character, a phone and an address what they can be recognised by', () => {
  expect([maskedName('张小明'), maskedName('𠮷田')]).toEqual(['张**', '𠮷**'])
  expect([maskedPhone('13812345678'), maskedPhone('119')]).toEqual(['138****5678', '****19'])
  expect(maskedEmail('desk@example.com')).toBe('d***@example.com')
})

test('what is empty does not look like something that is hidden', () => {
  expect([maskedName(''), maskedPhone(''), maskedPhone(null), maskedEmail(null)]).toEqual(['', '', null, null])
  expect(maskContacts({ contacter: ['', 'Duty Desk'], phone: [null, '13812345678'] })).toEqual({
    contacter: ['', 'D**'],
    phone: [null, '138****5678'],
  })
})
