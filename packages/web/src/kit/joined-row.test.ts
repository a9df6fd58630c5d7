import { expect, test } from 'vitest'
import type { Operations } from '../session/me.tsx'
import { onJoined } from './joined-row.tsx'

interface Sample {
  key: string
  op?: Operations
  reads?: true
  off?: string
}
const actions: readonly Sample[] = [
  { key: 'confirm', op: 'alarm:confirm' },
  { key: 'solve', op: 'fault:solve' },
  { key: 'order', op: 'repairOrder:create' },
  { key: 'late', op: 'device:update', off: 'scrapped' },
  { key: 'export', op: 'device:export', reads: true },
  { key: 'mute', op: 'alarm:view' },
  { key: 'detail' },
]
const off = (rights: readonly string[]) =>
  Object.fromEntries(onJoined(actions, rights, 'joined').flatMap(({ key, off: reason }) => (reason ? [[key, reason]] : [])))

test('on a joined project, every action is disabled with a reason, except those that the owner allows and those that only read', () => {
  expect(off([])).toEqual({ confirm: 'joined', solve: 'joined', order: 'joined', late: 'scrapped' })
  expect(off(['alarm'])).toEqual({ solve: 'joined', order: 'joined', late: 'scrapped' })
  expect(off(['alarm', 'fault'])).toEqual({ order: 'joined', late: 'scrapped' })
})
