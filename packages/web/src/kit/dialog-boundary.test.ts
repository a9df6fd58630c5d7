import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '../toast.ts'
import { DialogBoundary } from './dialog-boundary.tsx'

afterEach(() => void vi.restoreAllMocks())

test('a dialog that fails is closed and says so', () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue()
  const onFailed = vi.fn<() => void>()
  const boundary = new DialogBoundary({ children: 'dialog', onFailed })
  expect(boundary.render()).toBe('dialog')
  boundary.state = DialogBoundary.getDerivedStateFromError()
  boundary.componentDidCatch()
  expect(boundary.render()).toBeNull()
  expect([onFailed.mock.calls.length, said.mock.calls.length]).toEqual([1, 1])
})
