import { limits } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { isHeldByOther } from './held.ts'

const takenAt = Date.parse('2026-11-20T08:00:00Z')
const held = { holderId: 2, holderAbsent: false, heldAt: new Date(takenAt).toISOString() }
const fresh = limits.deskFreshMinutes * 60_000

test.each([
  ['nobody has the site', { ...held, holderId: null, heldAt: null }, 1, 0, false],
  ['it is one’s own', held, 2, 0, false],
  ['the holder is there, however long', held, 1, fresh * 9, true],
  ['the holder is absent, but took it a few minutes ago', { ...held, holderAbsent: true }, 1, fresh, true],
  ['the holder has been absent for long', { ...held, holderAbsent: true }, 1, fresh + 1, false],
])('%s', (_, row, me, after, asks) => expect(isHeldByOther(row, me, takenAt + after)).toBe(asks))
