const dayMs = 86_400_000

/** From so many days on, the end is near (screens.md section 2: amber at 30). */
export const nearDays = 30

/** Days until a contract's last day (YYYY-MM-DD), by the viewer's calendar: 0 on that day, below when it is over. */
export const daysUntil = (lastDay: string, now: number): number => {
  const today = new Date(now)
  // Counted between midnights of UTC, so that no change of the clocks makes a day longer.
  return (Date.parse(`${lastDay}T00:00:00Z`) - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) / dayMs
}
