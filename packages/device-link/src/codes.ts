import { componentBits, gb26875, systemBits, systemOperations, transmitterBits, transmitterOperations } from './gb26875/terms.ts'

/** Encodings of report codes, with `gb26875` (enumeration reportCodeType). */
export const contactIdFormat = 'CID'
export const siaFormat = 'SIA'
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

/** SIA DC-03, first letters of zones: …H and …R end …A (…R also …T), …J ends …T, …U ends …B. */
const siaZones = ['B', 'F', 'G', 'H', 'K', 'M', 'P', 'Q', 'S', 'T', 'U', 'W', 'Z']
const siaZoneEnds: Readonly<Record<string, string>> = { H: 'A', R: 'A', J: 'T', U: 'B' }
/** SIA DC-03: the other restores, and the code that each ends. */
const siaEnds: Readonly<Record<string, string>> = {
  AN: 'AS',
  AR: 'AT',
  BE: 'BD',
  DH: 'DL',
  DR: 'DF',
  EJ: 'ES',
  EN: 'EM',
  ER: 'ET',
  FQ: 'FW',
  FV: 'FS',
  IR: 'IA',
  LR: 'LT',
  NR: 'NT',
  NS: 'NA',
  OV: 'OU',
  VI: 'VO',
  VR: 'VT',
  VY: 'VZ',
  XH: 'XQ',
  XJ: 'XS',
  XR: 'XT',
  YE: 'YD',
  YH: 'YA',
  YJ: 'YI',
  YK: 'YC',
  YQ: 'YP',
  YR: 'YT',
  YZ: 'YX',
}
/** `FH` → `FA`, for every restore of SIA DC-03. */
const siaOrigins: ReadonlyMap<string, string> = new Map([
  ...siaZones.flatMap((zone) => Object.entries(siaZoneEnds).map(([end, begin]) => [zone + end, zone + begin] as const)),
  ...Object.entries(siaEnds),
])
/** `FA` → `FH`: of two restores, the one that ends nothing else. */
const siaRestores: ReadonlyMap<string, string> = new Map(
  [...siaOrigins]
    .filter(([restore]) => Object.hasOwn(siaEnds, restore) || !restore.endsWith('R'))
    .map(([restore, origin]) => [origin, restore] as const),
)

const stateBits = [...systemBits, ...componentBits, ...transmitterBits]
const namesOf = (named: readonly { readonly name: string }[]): string => named.map(({ name }) => name).join('|')
/** Our codes of GB/T 26875.3 for states that end. */
const gb26875Lasting = new RegExp(
  `^(?:(?:system|component)/[^/]+|transmitter)/(?:${namesOf(stateBits.filter(({ restores }) => restores))})$`,
)

/** The code that restores `code`. Undefined if there is none, or the code is one itself. */
export const restoreCodeOf = (format: string, code: string): string | undefined => {
  switch (format) {
    case contactIdFormat: {
      const parsed = parseContactId(code)
      return parsed?.qualifier === 'new' ? contactId('restore', parsed.event) : undefined
    }
    case emberwatch:
      return code.startsWith(restorePrefix) ? undefined : restorePrefix + code
    case gb26875:
      return gb26875Lasting.test(code) ? restorePrefix + code : undefined
    case siaFormat:
      return siaRestores.get(code)
    default:
      return undefined
  }
}

/** The code that a restore code restores. Undefined if `code` is not a restore. */
export const originCodeOf = (format: string, code: string): string | undefined => {
  switch (format) {
    case contactIdFormat: {
      const parsed = parseContactId(code)
      return parsed?.qualifier === 'restore' ? contactId('new', parsed.event) : undefined
    }
    case emberwatch:
    case gb26875:
      return code.startsWith(restorePrefix) ? code.slice(restorePrefix.length) : undefined
    case siaFormat:
      return siaOrigins.get(code)
    default:
      return undefined
  }
}

/**
 * The code that stands for every type of system or component, with `*` for its number: that of `component/40/fire` means what fires of
 * components mean that have no meaning of their own. `restore:` stays. Undefined for codes without a type, and for other formats.
 */
export const generalCodeOf = (format: string | null, code: string): string | undefined => {
  if (format?.toUpperCase() !== gb26875) return undefined
  const [, kind, state] = /^((?:restore:)?(?:system|component))\/\d+\/(.+)$/i.exec(code) ?? []
  return kind === undefined ? undefined : `${kind}/*/${state}`
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
/** SIA DC-03: restore codes (…R restoral, …H alarm restore, …J trouble restore) and test reports. DC-09: extended data that is no event. */
const siaHarmless = /^(?:.[RHJ]|RP|RX|TX|TS|TE|EXTENDED\/[A-Z])$/

/** Our codes of GB/T 26875.3 that are not alarms: what is over, what makers define, and all states and operations but fires. */
const gb26875Harmless = new RegExp(
  `^(?:restore:.+|user/\\d+|analog|configuration|version|time|(?:.+/)?(?:none|${[
    ...stateBits.map(({ name }) => name).filter((name) => name !== 'fire'),
    ...[...systemOperations, ...transmitterOperations].filter((name) => name !== 'manualAlarm'),
  ].join('|')}))$`,
  'i',
)

/**
 * Whether a code that no report parameter defines may be an alarm, by the rules of its format. In doubt it may be: that includes
 * unknown formats and codes that do not follow their format. Contact ID: events 1xx are alarms (SIA DC-05), unless the qualifier
 * is a restore.
 */
export const codeMayBeAlarm = (format: string | null, code: string): boolean => {
  switch (format?.toUpperCase()) {
    case contactIdFormat: {
      const parsed = parseContactId(code)
      return parsed === undefined || (parsed.qualifier !== 'restore' && parsed.event.startsWith('1'))
    }
    case emberwatch: {
      const { restore, name } = parseEwCode(code.toLowerCase())
      return !restore && !ewHarmless.has(name)
    }
    case gb26875:
      return !gb26875Harmless.test(code)
    case siaFormat:
      return !siaHarmless.test(code.toUpperCase())
    default:
      return true
  }
}
