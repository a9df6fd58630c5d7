/** Encodings of report codes (enumeration reportCodeType has more; these are the seeded ones). */
export const contactIdFormat = 'CID'
export const emberwatch = 'EW'

/** Our own names for what a device can report. `restore:<name>` reports that the condition has ended. */
export const ewNames = ['smoke', 'heat', 'low_battery', 'offline', 'tamper', 'test'] as const

/** Our own code for a message that cannot be read and may be an alarm. */
export const unreadableCode = 'unreadable'

export type Qualifier = 'new' | 'restore' | 'status'

const qualifiers: Readonly<Record<string, Qualifier>> = { '1': 'new', '3': 'restore', '6': 'status' }
const digits: Readonly<Record<Qualifier, string>> = { new: '1', restore: '3', status: '6' }

/**
 * Splits a Contact ID code into qualifier and event: `1110` → `new`, `110`. Undefined if it is not one. SIA DC-05: one qualifier
 * digit and three event digits (B–F are excluded here).
 */
export const parseContactId = (code: string): { qualifier: Qualifier; event: string } | undefined => {
  if (!/^[136]\d{3}$/.test(code)) return undefined
  const qualifier = qualifiers[code.charAt(0)]
  return qualifier === undefined ? undefined : { qualifier, event: code.slice(1) }
}

/** `('new', '110')` → `1110`. */
export const contactId = (qualifier: Qualifier, event: string): string => {
  return digits[qualifier] + event
}

const restorePrefix = 'restore:'

/** Splits an EW code (`restore:smoke` → restore of smoke). The name need not be one of ewNames. */
export const parseEwCode = (code: string): { restore: boolean; name: string } => {
  return code.startsWith(restorePrefix)
    ? { restore: true, name: code.slice(restorePrefix.length) }
    : { restore: false, name: code }
}

/** The code that restores `code`. Undefined if the format has no restores or the code is one itself. */
export const restoreCodeOf = (format: string, code: string): string | undefined => {
  if (format === contactIdFormat) {
    const parsed = parseContactId(code)
    return parsed?.qualifier === 'new' ? contactId('restore', parsed.event) : undefined
  }
  if (format === emberwatch) return code.startsWith(restorePrefix) ? undefined : restorePrefix + code
  return undefined
}

/** The code that a restore code restores. Undefined if `code` is not a restore. */
export const originCodeOf = (format: string, code: string): string | undefined => {
  if (format === contactIdFormat) {
    const parsed = parseContactId(code)
    return parsed?.qualifier === 'restore' ? contactId('new', parsed.event) : undefined
  }
  if (format === emberwatch && code.startsWith(restorePrefix)) return code.slice(restorePrefix.length)
  return undefined
}

/** Our own names that are not alarms: signs of life and tests. */
const ewHarmless: ReadonlySet<string> = new Set([
  'heartbeat',
  'telemetry',
  'test',
  'offline',
  'online',
  'low_battery',
  'tamper',
  'mains',
  'sensor',
])
/** SIA DC-03: restore codes (…R restoral, …H alarm restore, …J trouble restore) and test reports. */
const siaHarmless = /^(?:.[RHJ]|RP|RX|TX|TS|TE)$/

/**
 * Whether a code that no report parameter defines may be an alarm, by the rules of its format. In doubt it may be: that includes
 * unknown formats and codes that do not follow their format. Contact ID: events 1xx are alarms (SIA DC-05), unless the qualifier
 * is a restore.
 */
export const mayBeAlarm = (format: string | null, code: string): boolean => {
  switch (format?.toUpperCase()) {
    case contactIdFormat: {
      const parsed = parseContactId(code)
      return parsed === undefined || (parsed.qualifier !== 'restore' && parsed.event.startsWith('1'))
    }
    case emberwatch: {
      const { restore, name } = parseEwCode(code.toLowerCase())
      return !restore && !ewHarmless.has(name)
    }
    case 'SIA':
      return !siaHarmless.test(code.toUpperCase())
    default:
      return true
  }
}
