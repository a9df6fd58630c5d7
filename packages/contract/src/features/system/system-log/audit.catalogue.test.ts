import { expect, test } from 'vitest'
import { en } from '../../../texts/en.ts'
import { zh } from '../../../texts/zh.ts'
import { auditActions, auditActionWords, auditKindWord, auditObjectKinds, auditObjectName } from './audit.catalogue.ts'

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

test.each([
  ['zh', zh.audit],
  ['en', en.audit],
])('every audited action and kind of object has its words in %s, and there are no others', (_language, words) => {
  const used = auditActions.map((action) => action.split('.'))
  const subjects = new Set([...used.map(([subject = '']) => subject), ...auditObjectKinds.map(camel)])
  expect(Object.keys(words.subjects).sort()).toEqual([...subjects].sort())
  expect(Object.keys(words.acts).sort()).toEqual([...new Set(used.flatMap(([, ...verbs]) => verbs))].sort())
})

test('no two actions have the same label', () => {
  for (const words of [zh.audit, en.audit])
    expect(new Set(auditActions.map((action) => auditActionWords(words, action))).size).toBe(auditActions.length)
})

test.each([
  ['account.create', 'Account · created'],
  ['account.import.finish', 'Account · import finished'],
  ['operatorPlatform.del', 'Carrier platform · deleted'],
  ['unheard.of', 'unheard · of'],
])('%s reads as %s', (action, words) => {
  expect(auditActionWords(en.audit, action)).toBe(words)
})

test('objects are named as the console names them', () => {
  expect(auditObjectName(en.audit, 'export', 'mqttLog')).toBe('MQTT log')
  expect(auditObjectName(en.audit, 'role', 'menu')).toBe('menu')
  expect(auditKindWord(en.audit, 'operator_platform')).toBe('Carrier platform')
})
