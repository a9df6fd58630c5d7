import { beforeEach, expect, test } from 'vitest'
import { dismissTask, importKey, syncTask, useFollowed, type ImportTask } from './followed-tasks.ts'

const running: ImportTask = {
  id: 7,
  createdAt: '2026-01-01T00:00:00.000Z',
  fileName: 'accounts.csv',
  state: 'running',
  resumed: false,
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

beforeEach(() => useFollowed.setState({ keys: [], hidden: [] }))

test('a running task is shown, wherever it was started', () => {
  syncTask(key, running)
  expect(shown()).toBe(true)
})

test('a hidden one stays hidden while it runs, and comes back when it is over', () => {
  syncTask(key, running)
  dismissTask(key, running)
  syncTask(key, running)
  expect(shown()).toBe(false)
  syncTask(key, over)
  expect(shown()).toBe(true)
})

test('one closed after its end stays closed, and old ones are not shown again', () => {
  syncTask(key, running)
  dismissTask(key, over)
  syncTask(key, over)
  expect(shown()).toBe(false)
})
