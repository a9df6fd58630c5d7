const dayMs = 86_400_000

/** A day (`YYYY-MM-DD`) moved by some days. Days have no time zone, so UTC is used. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/

/** The month in an address, or the current one. */
export const monthOf = (text: string | undefined, today: string): string =>
  text && isMonth.test(text) ? text : today.slice(0, 7)

export const plusMonths = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The weeks of a month, from Monday to Sunday, including days of the neighbouring months. */
export const weeksOf = (month: string): string[][] => {
  const first = `${month}-01`
  // Monday is 0.
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const begin = plusDays(first, -weekday)
  const next = `${plusMonths(month, 1)}-01`
  const weeks: string[][] = []
  for (let week = begin; week < next; week = plusDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_none, index) => plusDays(week, index)))
  return weeks
}
