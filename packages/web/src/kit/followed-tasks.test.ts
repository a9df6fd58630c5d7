import { beforeEach, expect, test } from 'vitest'
import { close, importKey, keepUp, useFollowed, type ImportTask } from './followed-tasks.ts'

const running: ImportTask = {
  id: 7,
  createdAt: '2026-01-01T00:00:00.000Z',
  fileName: 'accounts.csv',
  state: 'running',
  total: 10,
  done: 4,
  succeeded: 4,
  failed: 0,
  failedFileId: null,
  passwordFileId: null,
  msg: '',
}
const over: ImportTask = { ...running, state: 'done', done: 10, succeeded: 10 }
const key = importKey(running)
const shown = (): boolean => useFollowed.getState().keys.includes(key)

beforeEach(() => useFollowed.setState({ keys: [], aside: [] }))

test('a task under way is shown, wherever it was started', () => {
  keepUp(key, running)
  expect(shown()).toBe(true)
})

test('one put aside stays out of sight while it runs, and comes back with its end', () => {
  keepUp(key, running)
  close(key, running)
  keepUp(key, running)
  expect(shown()).toBe(false)
  keepUp(key, over)
  expect(shown()).toBe(true)
})

test('one closed after its end is gone for good, and old ones are not dug out', () => {
  keepUp(key, running)
  close(key, over)
  keepUp(key, over)
  expect(shown()).toBe(false)
})
