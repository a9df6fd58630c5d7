const dayMs = 86_400_000

/** The end is near from this many days on (screens.md section 2: amber at 30). */
export const nearDays = 30

/** Days until a contract's last day (YYYY-MM-DD), in the viewer's time zone: 0 on that day, negative afterwards. */
export const daysUntil = (lastDay: string, now: number): number => {
  const today = new Date(now)
  // Counted between midnights in UTC, so that clock changes make no day longer.
  return (Date.parse(`${lastDay}T00:00:00Z`) - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) / dayMs
}
