export const dayMs = 86_400_000

/** The end of a day, as an offset from today (ms). */
export const endOfDay = (from = 0): number => {
  const end = new Date()
  end.setHours(24, 0, 0, 0)
  return end.getTime() + from * dayMs
}
