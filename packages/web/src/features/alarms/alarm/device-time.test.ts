import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { texts } from './alarm.en.ts'
import { DeviceTime } from './device-time.tsx'

vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (pick: (all: typeof texts) => string) => pick(texts) }),
}))

const shown = (more: object): string =>
  renderToStaticMarkup(createElement(DeviceTime, { deviceTime: null, sentTime: null, problem: null, ...more }))

test('a device time that cannot be right is marked, whatever else could not be understood', () => {
  const deviceTime = '2026-11-20T08:00:00.000Z'
  const mark = texts.page.doubtfulTime
  expect(shown({ deviceTime })).toContain('2026-11-20')
  expect(shown({ deviceTime })).not.toContain(mark)
  expect(shown({ deviceTime, problem: 'device values' })).not.toContain(mark)
  expect(shown({ deviceTime, problem: 'values time' })).toContain(mark)
  expect(shown({ sentTime: 'Device 5', problem: 'time' })).toMatch(/^Device 5.*\(doubtful\)/)
  expect(shown({})).toBe('—')
})
