import { performance } from 'node:perf_hooks'
import { enums } from '@emberwatch/contract'
import type { EnumValue } from '@emberwatch/contract'
import { EMBERWATCH, mayBeAlarm } from '@emberwatch/device-link'
import type pg from 'pg'

export type ReportType = EnumValue<'reportType'>

export interface AlarmType {
  id: number
  level: EnumValue<'alarmLevel'>
  nameZh: string
  nameEn: string
  acknowledgeS: number
}

/** What a code on the wire means: one row of the report code table. */
export interface CodeMeaning {
  /** As the table spells it, whatever the gateway sent. */
  format: EnumValue<'reportCodeType'>
  code: string
  /** Null: not in the table, but by the rules of its format it may be an alarm. It raises the "unknown code" fault. */
  type: ReportType | null
  alarm: AlarmType | null
  faultTypeId: number | null
  /** For a restore: whether it clears a low battery. */
  endsLowPower: boolean
  notify: boolean
}

/** Faults that ingest itself detects. Their codes are in the fault type table. */
export type DetectedFault = 'offline' | 'unreadable' | 'numbersRestarted' | 'unknownCode'

const STALE_MS = 30_000

/** The report code table in memory. Reloaded when it is older than half a minute, and on `invalidate`. */
export class ReportCodeTable {
  readonly #pool: pg.Pool
  #table = new Map<string, CodeMeaning>()
  #ignoringCase = new Map<string, CodeMeaning>()
  #byCode = new Map<string, CodeMeaning>()
  #faultTypes = new Map<string, number>()
  #readAt = 0
  #reading: Promise<void> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Loads the table for the first time. Call before `find`. */
  async start(): Promise<void> {
    await this.#read()
  }

  /**
   * Looks a code up, ignoring case and surrounding blanks. A code without a format, or with a format that does not define it,
   * takes its meaning from another format if it is an alarm there. Without a format, non-alarms match too. `undefined`: stored
   * and listed as unknown, and certainly not an alarm.
   */
  find(format: string | null, code: string): CodeMeaning | undefined {
    if (performance.now() - this.#readAt > STALE_MS) {
      this.#readAt = performance.now()
      void this.#read().catch(() => undefined) // keep the old table until the database is back
    }
    return this.#table.get(`${format} ${code}`) ?? this.#guess(format?.trim() ?? '', code.trim())
  }

  #guess(format: string, code: string): CodeMeaning | undefined {
    const found = this.#ignoringCase.get(ignoringCaseKey(format, code))
    if (found !== undefined) return found
    const elsewhere = this.#byCode.get(code.toLowerCase())
    if (elsewhere !== undefined && (elsewhere.type === 'alarm' || format === '')) return elsewhere
    if (!mayBeAlarm(format === '' ? null : format, code)) return undefined
    const known = enums.reportCodeType.find((each) => each.toLowerCase() === format.toLowerCase()) ?? EMBERWATCH
    const faultTypeId = this.faultType('unknownCode') ?? null
    return { format: known, code, type: null, alarm: null, faultTypeId, endsLowPower: false, notify: true }
  }

  /** The id of a fault type that we raise. Undefined if an administrator removed it. */
  faultType(fault: DetectedFault): number | undefined {
    return this.#faultTypes.get(fault)
  }

  /** The id of the "offline" fault type. Undefined if an administrator removed it. */
  get offlineFaultType(): number | undefined {
    return this.faultType('offline')
  }

  invalidate(): void {
    void this.#read().catch(() => undefined)
  }

  #read(): Promise<void> {
    this.#reading ??= this.#load().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  async #load(): Promise<void> {
    const { rows } = await this.#pool.query<CodeRow>(
      `select p.format, p.code, p.type, p.restores_code, p.fault_type_id, p.notify, a.id as alarm_type_id, a.level, a.name_zh, a.name_en,
              a.acknowledge_s
         from report_param p
         left join alarm_type a on a.id = case when p.type = 'alarm' and p.alarm_type_id is null
           then (select id from alarm_type order by code = 'fire' desc, id limit 1) else p.alarm_type_id end
        where p.enabled
        order by p.type = 'alarm', p.id desc`,
    )
    const lowPower = new Set(rows.filter(({ type }) => type === 'lowPower').map(({ format, code }) => `${format} ${code}`))
    const reportCodes = rows.map((row) => toCodeMeaning(row, lowPower))
    this.#table = new Map(reportCodes.map((meaning) => [`${meaning.format} ${meaning.code}`, meaning]))
    // Alarms come last: if two codes look alike, the alarm wins.
    this.#ignoringCase = new Map(reportCodes.map((meaning) => [ignoringCaseKey(meaning.format, meaning.code), meaning]))
    this.#byCode = new Map(reportCodes.map((meaning) => [meaning.code.toLowerCase(), meaning]))
    const faults = await this.#pool.query<{ id: number; code: string }>('select id, code from fault_type')
    this.#faultTypes = new Map(faults.rows.map(({ id, code }) => [code, id]))
    this.#readAt = performance.now()
  }
}

function ignoringCaseKey(format: string, code: string): string {
  return `${format} ${code}`.toLowerCase()
}

interface CodeRow {
  format: CodeMeaning['format']
  code: string
  type: ReportType
  restores_code: string | null
  fault_type_id: number | null
  notify: boolean
  alarm_type_id: number | null
  level: AlarmType['level'] | null
  name_zh: string | null
  name_en: string | null
  acknowledge_s: number | null
}

function toCodeMeaning(row: CodeRow, lowPower: ReadonlySet<string>): CodeMeaning {
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
  const { format, code, type, fault_type_id: faultTypeId, notify } = row
  return { format, code, type, alarm, faultTypeId, endsLowPower, notify }
}
