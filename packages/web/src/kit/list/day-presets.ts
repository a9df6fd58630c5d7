import type { Dayjs } from 'dayjs'

/** The ranges of days that people ask for most, each with its first and last day. */
export const dayPresets = (today: Dayjs) => {
  const lastDays = (count: number): [Dayjs, Dayjs] => [today.subtract(count - 1, 'day'), today]
  const yesterday = today.subtract(1, 'day')
  const lastMonth = today.subtract(1, 'month')
  return {
    today: lastDays(1),
    yesterday: [yesterday, yesterday],
    days7: lastDays(7),
    days30: lastDays(30),
    thisMonth: [today.startOf('month'), today],
    lastMonth: [lastMonth.startOf('month'), lastMonth.endOf('month')],
  } satisfies Record<string, [Dayjs, Dayjs]>
}
