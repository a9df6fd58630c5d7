import { enums, type EnumValue } from '@emberwatch/contract'
import {
  emberwatch,
  codeMayBeAlarm,
  cluesIn,
  contactId,
  contactIdFormat,
  generalCodeOf,
  parseContactId,
} from '@emberwatch/device-link'

export type ReportType = EnumValue<'reportType'>

export interface AlarmType {
  id: number
  readonly level: EnumValue<'alarmLevel'>
  readonly nameZh: string
  readonly nameEn: string
  readonly acknowledgeS: number
}

/** What a code on the wire means: one row of the report code table. */
export interface CodeMeaning {
  /** As the table spells it, whatever the gateway sent. What a general code gives its meaning stays as it was sent. */
  format: EnumValue<'reportCodeType'>
  readonly code: string
  /** Null: not in the table or disabled, but it may be an alarm. It raises the "unknown code" fault. */
  type: ReportType | null
  alarm: AlarmType | null
  readonly faultTypeId: number | null
  /** Whether another code says that it is over. */
  readonly hasRestore: boolean
  /** For a restore: whether it clears a low battery. */
  readonly endsLowPower: boolean
  readonly notify: boolean
  /** People are not notified again if it is raised again within this time (s). */
  readonly mergeWindowS: number
}

/** Faults that ingest itself detects. Their codes are in the fault type table. */
export type DetectedFault = 'offline' | 'unreadable' | 'numbersRestarted' | 'unknownCode'

export interface CodeRow {
  format: CodeMeaning['format']
  readonly code: string
  type: ReportType
  readonly restores_code: string | null
  readonly fault_type_id: number | null
  readonly notify: boolean
  readonly merge_window_s: number
  readonly enabled: boolean
  readonly alarm_type_id: number | null
  readonly level: AlarmType['level'] | null
  readonly name_zh: string | null
  readonly name_en: string | null
  readonly acknowledge_s: number | null
}

/** Reads the rows of `CodeMeanings`. Alarms come last: if two codes look alike, the alarm wins. A disabled type still counts. */
export const codeRowsQuery = `select p.format, p.code, p.type, p.restores_code, p.fault_type_id, p.notify, p.merge_window_s, p.enabled, a.id as alarm_type_id, a.level,
        a.name_zh, a.name_en, a.acknowledge_s
   from report_param p
   left join alarm_type a on a.id = case when p.type = 'alarm' and p.alarm_type_id is null
     then (select id from alarm_type order by code = 'fire' desc, id limit 1) else p.alarm_type_id end
  order by p.type = 'alarm', p.id desc`
export const faultTypesQuery = 'select id, code from fault_type'

/** The report code table in memory: what each code means. */
export class CodeMeanings {
  readonly #table: ReadonlyMap<string, CodeMeaning>
  readonly #ignoringCase: ReadonlyMap<string, CodeMeaning>
  readonly #byCode: ReadonlyMap<string, CodeMeaning>
  /** Codes of disabled alarms. A fire is never silenced: these are treated like unknown codes that may be alarms. */
  readonly #switchedOff: ReadonlySet<string>
  readonly #faultTypes: ReadonlyMap<string, number>

  constructor(rows: readonly CodeRow[], faultTypes: readonly { id: number; code: string }[]) {
    const standing = rows.filter(({ enabled }) => enabled)
    const lowPower = new Set(standing.filter(({ type }) => type === 'lowPower').map(({ format, code }) => `${format} ${code}`))
    const restored = new Set(standing.map(({ format, restores_code: code }) => `${format} ${code}`))
    const meanings = standing.map((row) => toCodeMeaning(row, lowPower, restored))
    const off = rows.filter(({ enabled, type }) => !enabled && type === 'alarm')
    this.#table = new Map(meanings.map((meaning) => [`${meaning.format} ${meaning.code}`, meaning]))
    this.#ignoringCase = new Map(meanings.map((meaning) => [ignoringCaseKey(meaning.format, meaning.code), meaning]))
    this.#byCode = new Map(meanings.map((meaning) => [meaning.code.toLowerCase(), meaning]))
    // Also without the format, for gateways that do not send one.
    this.#switchedOff = new Set(off.flatMap(({ format, code }) => [ignoringCaseKey(format, code), ignoringCaseKey('', code)]))
    this.#faultTypes = new Map(faultTypes.map(({ id, code }) => [code, id]))
  }

  /**
   * Looks a code up, ignoring case and surrounding blanks. A code without a format, or with a format that does not define it, takes its
   * meaning from another format if it is an alarm there. Without a format, non-alarms match too. What has no meaning of its own has that of
   * its general code (`component/40/fire`: that of all components). `undefined`: it is stored and listed as unknown, and is certainly not an
   * alarm.
   */
  find(format: string | null, code: string): CodeMeaning | undefined {
    return this.#table.get(`${format} ${code}`) ?? this.#guess(format?.trim() ?? '', code.trim())
  }

  #guess(format: string, code: string): CodeMeaning | undefined {
    const found = this.#ignoringCase.get(ignoringCaseKey(format, code))
    if (found !== undefined) return found
    const general = generalCodeOf(format, code)
    const isOff = this.#switchedOff.has(ignoringCaseKey(format, code))
    const ofAll = general === undefined || isOff ? undefined : this.#ignoringCase.get(ignoringCaseKey(format, general))
    if (ofAll !== undefined) return { ...ofAll, code }
    const elsewhere = this.#byCode.get(code.toLowerCase())
    if (elsewhere !== undefined && (elsewhere.type === 'alarm' || format === '')) return elsewhere
    const wasAlarm = isOff || (general !== undefined && this.#switchedOff.has(ignoringCaseKey(format, general)))
    if (!wasAlarm && !codeMayBeAlarm(format === '' ? null : format, code)) return undefined
    const known = enums.reportCodeType.find((each) => each.toLowerCase() === format.toLowerCase()) ?? emberwatch
    const faultTypeId = this.faultType('unknownCode') ?? null
    const nothing = { type: null, alarm: null, hasRestore: false, endsLowPower: false } as const
    return { format: known, code, ...nothing, faultTypeId, notify: true, mergeWindowS: 0 }
  }

  /** The id of a fault type that the system raises itself. Undefined if it is missing. */
  faultType(fault: DetectedFault): number | undefined {
    return this.#faultTypes.get(fault)
  }
}

const ignoringCaseKey = (format: string, code: string): string => {
  return `${format} ${code}`.toLowerCase()
}

/** Contact ID says again with a status (6110) what a new event said (1110), so one restore (3110) ends both. */
const eventOf = (format: string, code: string): string => {
  const sent = format === contactIdFormat ? parseContactId(code) : undefined
  return sent?.qualifier === 'status' ? contactId('new', sent.event) : code
}

const toCodeMeaning = (row: CodeRow, lowPower: ReadonlySet<string>, restored: ReadonlySet<string>): CodeMeaning => {
  const { alarm_type_id: id, level } = row
  const alarm =
    id === null || level === null
      ? null
      : {
          id,
          level,
          nameZh: row.name_zh ?? '',
          nameEn: row.name_en ?? '',
          acknowledgeS: row.acknowledge_s ?? 90,
        }
  const endsLowPower = row.type === 'restore' && lowPower.has(`${row.format} ${row.restores_code}`)
  const { format, code, type, fault_type_id: faultTypeId, notify, merge_window_s: mergeWindowS } = row
  const hasRestore = restored.has(`${format} ${code}`) || restored.has(`${format} ${eventOf(format, code)}`)
  return { format, code, type, alarm, faultTypeId, hasRestore, endsLowPower, notify, mergeWindowS }
}

type Codes = Pick<CodeMeanings, 'find'>

/** What could not be read of a message. */
export interface Unread {
  readonly payload: Uint8Array
  /** What could be read of it. */
  rows: readonly { readonly code: string; readonly meaning: CodeMeaning | undefined }[]
  /** It carries reports, going by its topic. Only then do words and ends that say nothing count as doubtful. */
  readonly isReport: boolean
  /** Its end is missing, or it is no JSON at all. */
  readonly flaw?: 'cut' | 'notJson' | undefined
}

/**
 * Whether what could not be read may be an alarm: it names a code that may be one, or says something that cannot be judged. In doubt it may
 * be. If what could be read raises an alarm, people come anyway, and only a further code counts.
 */
export const mayHideAlarm = (codes: Codes, { payload, rows, isReport, flaw }: Unread): boolean => {
  const clues = cluesIn(payload)
  const read = new Map<string, number>()
  for (const { code } of rows) read.set(code.toLowerCase(), (read.get(code.toLowerCase()) ?? 0) + 1)
  const unread = clues.codes.filter(({ code }) => {
    const left = read.get(code.toLowerCase()) ?? 0
    read.set(code.toLowerCase(), left - 1)
    return left <= 0
  })
  if (unread.some(({ format, code }) => isDoubtful(codes.find(format, code)))) return true
  if (rows.some(({ meaning }) => meaning?.type === 'alarm')) return false
  // Two letters are a unit (mA, Pa) rather than a code of SIA.
  if (clues.words.some((word) => word.length > 2 && codes.find(null, word)?.type === 'alarm')) return true
  if (!isReport || clues.isBlank) return false
  if (flaw === 'cut') return true
  // Everything that it names is known, and none of it an alarm.
  return clues.codes.length === 0 && (flaw === 'notJson' || clues.words.length > 0)
}

const isDoubtful = (meaning: ReturnType<Codes['find']>): boolean =>
  meaning !== undefined && (meaning.type === 'alarm' || meaning.type === null)
