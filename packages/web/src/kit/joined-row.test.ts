import { expect, test } from 'vitest'
import { onJoined } from './joined-row.tsx'

const actions = [
  { key: 'confirm', op: 'alarm:confirm' },
  { key: 'solve', op: 'fault:solve' },
  { key: 'order', op: 'repairOrder:create' },
  { key: 'late', op: 'device:update', off: 'scrapped' },
  { key: 'label', op: 'device:label', reads: true },
  { key: 'mute', op: 'alarm:view' },
  { key: 'detail' },
] as const
const off = (rights: readonly string[]) =>
  Object.fromEntries(onJoined(actions, rights, 'joined').flatMap((action) => ('off' in action ? [[action.key, action.off]] : [])))

test('on a joined project every action is off with the reason, but those that the owner opened and those that only read', () => {
  expect(off([])).toEqual({ confirm: 'joined', solve: 'joined', order: 'joined', late: 'scrapped' })
  expect(off(['alarm'])).toEqual({ solve: 'joined', order: 'joined', late: 'scrapped' })
  expect(off(['alarm', 'fault'])).toEqual({ order: 'joined', late: 'scrapped' })
})
