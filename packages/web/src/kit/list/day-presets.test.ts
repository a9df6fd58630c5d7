import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { dayPresets } from './day-presets.ts'

test('each range begins and ends on the right day, also at the end of a month and of a year', () => {
  const on = (today: string) =>
    Object.fromEntries(
      Object.entries(dayPresets(dayjs(today))).map(([name, days]) => [
        name,
        days.map((day) => day.format('YYYY-MM-DD')).join(' '),
      ]),
    )
  expect(on('2026-11-28')).toEqual({
    today: '2026-11-28 2026-11-28',
    yesterday: '2026-11-27 2026-11-27',
    days7: '2026-11-22 2026-11-28',
    days30: '2026-10-30 2026-11-28',
    thisMonth: '2026-11-01 2026-11-28',
    lastMonth: '2026-10-01 2026-10-31',
  })
  expect(on('2026-03-31')).toMatchObject({ lastMonth: '2026-02-01 2026-02-28' })
  expect(on('2027-01-01')).toMatchObject({ yesterday: '2026-12-31 2026-12-31', lastMonth: '2026-12-01 2026-12-31' })
})
