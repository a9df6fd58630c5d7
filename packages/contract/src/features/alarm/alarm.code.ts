/**
 * The number that people know an alarm by: the UTC day of its first report and its id, e.g. `A20261120-000123`. Derived, never stored: the
 * day finds the partition, the id the row.
 * @param firstAt ISO 8601
 */
export const alarmCode = (id: number, firstAt: string): string =>
  `A${new Date(firstAt).toISOString().slice(0, 10).replaceAll('-', '')}-${String(id).padStart(6, '0')}`

/** The id and UTC day (YYYY-MM-DD) of an alarm's number, in any case; undefined when the text is none. */
export const parseAlarmCode = (text: string): { id: number; day: string } | undefined => {
  const [, year, month, date, id] = /^A(\d{4})(\d{2})(\d{2})-(\d{1,15})$/i.exec(text.trim()) ?? []
  const day = `${year}-${month}-${date}`
  return id === undefined || Number.isNaN(Date.parse(day)) ? undefined : { id: Number(id), day }
}
