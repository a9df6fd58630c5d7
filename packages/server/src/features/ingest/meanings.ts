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

/** What a code on the wire means: one line of the report-parameter table. */
export interface Meaning {
  /** As the table writes them, whatever the gateway wrote. */
  format: EnumValue<'reportCodeType'>
  code: string
  /** Null: no line of the table, but by the rules of its format it may be an alarm, and it is raised as the fault of an unknown code. */
  type: ReportType | null
  alarm: AlarmType | null
  faultTypeId: number | null
  /** For a restore: whether it ends a low battery. */
  endsLowPower: boolean
  notify: boolean
}

/** Faults that the ingest raises by itself, with the codes under which they stand in the table of fault types. */
export type OwnFault = 'offline' | 'unreadable' | 'numbersRestarted' | 'unknownCode'

const STALE_MS = 30_000

/** The report-parameter table in memory; read again when it is older than half a minute or `forget` was called. */
export class Meanings {
  readonly #pool: pg.Pool
  #table = new Map<string, Meaning>()
  #similar = new Map<string, Meaning>()
  #byCode = new Map<string, Meaning>()
  #faultTypes = new Map<string, number>()
  #readAt = 0
  #reading: Promise<void> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Reads the table for the first time; call before `find`. */
  async start(): Promise<void> {
    await this.#read()
  }

  /**
   * What a code means. A format or code in other letters, or with blanks around it, is the same. A code without format, or with a format that does not know
   * it, is taken for what it is in another format if it is an alarm there; without format also if it is something else. Undefined: stored and
   * listed as unknown, and surely no alarm.
   */
  find(format: string | null, code: string): Meaning | undefined {
    if (performance.now() - this.#readAt > STALE_MS) {
      this.#readAt = performance.now()
      void this.#read().catch(() => undefined) // the old table serves until the database is back
    }
    return this.#table.get(`${format} ${code}`) ?? this.#guess(format?.trim() ?? '', code.trim())
  }

  #guess(format: string, code: string): Meaning | undefined {
    const found = this.#similar.get(similarKey(format, code))
    if (found !== undefined) return found
    const elsewhere = this.#byCode.get(code.toLowerCase())
    if (elsewhere !== undefined && (elsewhere.type === 'alarm' || format === '')) return elsewhere
    if (!mayBeAlarm(format === '' ? null : format, code)) return undefined
    const known = enums.reportCodeType.find((each) => each.toLowerCase() === format.toLowerCase()) ?? EMBERWATCH
    const faultTypeId = this.faultType('unknownCode') ?? null
    return { format: known, code, type: null, alarm: null, faultTypeId, endsLowPower: false, notify: true }
  }

  /** The id of a fault type of ours; undefined where an administrator removed it. */
  faultType(fault: OwnFault): number | undefined {
    return this.#faultTypes.get(fault)
  }

  /** The fault type of being offline; undefined where an administrator removed it. */
  get offlineFaultType(): number | undefined {
    return this.faultType('offline')
  }

  forget(): void {
    void this.#read().catch(() => undefined)
  }

  #read(): Promise<void> {
    this.#reading ??= this.#load().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  async #load(): Promise<void> {
    const { rows } = await this.#pool.query<MeaningRow>(
      `select p.format, p.code, p.type, p.restores_code, p.fault_type_id, p.notify, a.id as alarm_type_id, a.level, a.name_zh, a.name_en,
              a.acknowledge_s
         from report_param p
         left join alarm_type a on a.id = case when p.type = 'alarm' and p.alarm_type_id is null
           then (select id from alarm_type order by code = 'fire' desc, id limit 1) else p.alarm_type_id end
        where p.enabled
        order by p.type = 'alarm', p.id desc`,
    )
    const lowPower = new Set(rows.filter(({ type }) => type === 'lowPower').map(({ format, code }) => `${format} ${code}`))
    const meanings = rows.map((row) => meaningOf(row, lowPower))
    this.#table = new Map(meanings.map((meaning) => [`${meaning.format} ${meaning.code}`, meaning]))
    // Alarms come last: of two that look alike, the alarm stands.
    this.#similar = new Map(meanings.map((meaning) => [similarKey(meaning.format, meaning.code), meaning]))
    this.#byCode = new Map(meanings.map((meaning) => [meaning.code.toLowerCase(), meaning]))
    const faults = await this.#pool.query<{ id: number; code: string }>('select id, code from fault_type')
    this.#faultTypes = new Map(faults.rows.map(({ id, code }) => [code, id]))
    this.#readAt = performance.now()
  }
}

function similarKey(format: string, code: string): string {
  return `${format} ${code}`.toLowerCase()
}

interface MeaningRow {
  format: Meaning['format']
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

function meaningOf(row: MeaningRow, lowPower: ReadonlySet<string>): Meaning {
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
