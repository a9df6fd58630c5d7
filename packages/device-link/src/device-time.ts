const dateTime =
  /^(?:(\d{4})-(\d\d)-(\d\d)|(\d{4})(\d\d)(\d\d)(?=[T ]))(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)? ?(Z|[+-]\d\d(?::?[0-5]\d)?)?)?$/i
/** Seconds from 1973 on, or milliseconds. */
const epoch = /^\d{9,13}(?:\.\d{1,9})?$/
const firstEpoch = 1e8
const secondsBelow = 1e11
const millisecondsBelow = 1e14
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** What the database and ISO 8601 can say in four digits. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Parses a device's clock reading: ISO 8601, or seconds or milliseconds since 1970, as number or text. Without a zone it is the time of the
 * place. Undefined for anything else, and for days that do not exist. A wrong clock never costs a report.
 * @param timeZone IANA name
 */
export const parseDeviceTime = (time: unknown, timeZone: string): Date | undefined => {
  if (typeof time === 'number') return ofEpoch(time)
  if (typeof time !== 'string') return undefined
  const text = time.trim()
  if (epoch.test(text)) return ofEpoch(Number(text))
  const parts = dateTime.exec(text)
  return parts === null ? undefined : ofParts(parts, timeZone)
}

const ofEpoch = (number: number): Date | undefined => {
  if (!(number >= firstEpoch && number < millisecondsBelow)) return undefined
  return new Date(Math.floor(number < secondsBelow ? number * 1000 : number))
}

const ofParts = (parts: RegExpExecArray, timeZone: string): Date | undefined => {
  const at = (index: number): number => Number(parts[index] ?? 0)
  const [year, month, day] = [at(1) || at(4), at(2) || at(5), at(3) || at(6)]
  const [hour, minute, second] = [at(7), at(8), at(9)]
  const millisecond = Number((parts[10] ?? '').slice(0, 3).padEnd(3, '0'))
  const isMidnight = hour === 24 && minute + second + millisecond === 0
  if ((hour > 23 && !isMidnight) || minute > 59 || second > 60) return undefined
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return undefined
  // A leap second is the last moment of its minute.
  local.setUTCHours(hour, minute, Math.min(second, 59), second === 60 ? 999 : millisecond)
  const zone = parts[11]
  const instant = zone === undefined ? inZone(local, timeZone) : local.getTime() - offsetMs(zone)
  return instant >= earliest && instant <= latest ? new Date(instant) : undefined
}

const offsetMs = (zone: string): number => {
  if (/^z$/i.test(zone)) return 0
  const digits = zone.replace(':', '')
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3) || 0)
  return (zone.startsWith('-') ? -minutes : minutes) * minuteMs
}

/** When a wall clock at the place shows this. */
const inZone = (local: Date, timeZone: string): number => {
  const wall = local.toISOString().slice(0, -1)
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds
}

/** How old a report may be when it arrives: a gateway may have been without a connection for a season. */
const oldestMs = 366 * dayMs

/** Whether a device's clock may be right: the time is not much older than its receipt, and not yet to come. A small lead is common. */
export const isBelievable = (time: Date, receivedAt: Date): boolean => {
  const age = receivedAt.getTime() - time.getTime()
  return age >= -5 * minuteMs && age <= oldestMs
}
