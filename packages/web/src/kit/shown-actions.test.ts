import { expect, test } from 'vitest'
import { splitActions } from './shown-actions.ts'

const view = { key: 'view' }
const edit = { key: 'edit' }
const move = { key: 'move' }
const confirm = { key: 'confirm', primary: true }
const off = { key: 'off', off: 'because' }
const remove = { key: 'remove', danger: true }

const keys = (actions: readonly { key: string; off?: string; danger?: boolean; primary?: boolean }[], most: number) => {
  const { shown, rest } = splitActions(actions, most)
  return [shown, rest].map((part) => part.map(({ key }) => key).join(' '))
}

test('the first actions are buttons, the rest is behind “⋯”', () => {
  expect(keys([view, edit, move], 2)).toEqual(['view edit', 'move'])
  expect(keys([view, edit], 2)).toEqual(['view edit', ''])
})

test('the main action comes first', () => {
  expect(keys([view, edit, confirm], 2)).toEqual(['confirm view', 'edit'])
})

test('there is only one main action', () => {
  const { shown } = splitActions([confirm, { key: 'second', primary: true }], 2)
  expect(shown.map(({ primary }) => primary)).toEqual([true, false])
})

test('what destroys is never beside another button', () => {
  expect(keys([edit, remove], 2)).toEqual(['edit', 'remove'])
  expect(keys([remove], 2)).toEqual(['remove', ''])
})

test('what cannot be done now gives way, and says why if there is room', () => {
  expect(keys([off, view, edit], 2)).toEqual(['view edit', 'off'])
  expect(keys([off, edit], 2)).toEqual(['off edit', ''])
  expect(keys([off, { ...off, key: 'too' }, remove], 2)).toEqual(['', 'off too remove'])
})
