import type { EnumValue } from '@emberwatch/contract'
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
  type: ReportType
  alarm: AlarmType | null
  faultTypeId: number | null
  /** For a restore: whether it ends a low battery. */
  endsLowPower: boolean
  notify: boolean
}

const STALE_MS = 30_000

/** The report-parameter table in memory; read again when it is older than half a minute or `forget` was called. */
export class Meanings {
  readonly #pool: pg.Pool
  #table = new Map<string, Meaning>()
  #offline: number | undefined
  #readAt = 0
  #reading: Promise<void> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Reads the table for the first time; call before `find`. */
  async start(): Promise<void> {
    await this.#read()
  }

  /** Undefined for a code that the table does not hold (or holds switched off): it is stored and listed as unknown. */
  find(format: string, code: string): Meaning | undefined {
    if (Date.now() - this.#readAt > STALE_MS) {
      this.#readAt = Date.now()
      void this.#read().catch(() => undefined) // the old table serves until the database is back
    }
    return this.#table.get(`${format} ${code}`)
  }

  /** The fault type of being offline; undefined where an administrator removed it. */
  get offlineFaultType(): number | undefined {
    return this.#offline
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
      `select p.format, p.code, p.type, p.restores_code, p.fault_type_id, p.notify, p.alarm_type_id, a.level, a.name_zh, a.name_en,
              a.acknowledge_s, f.code as fault_code
         from report_param p left join alarm_type a on a.id = p.alarm_type_id left join fault_type f on f.id = p.fault_type_id
        where p.enabled`,
    )
    const lowPower = new Set(rows.filter(({ type }) => type === 'lowPower').map(({ format, code }) => `${format} ${code}`))
    this.#table = new Map(rows.map((row) => [`${row.format} ${row.code}`, meaningOf(row, lowPower)]))
    const offline = await this.#pool.query<{ id: number }>(`select id from fault_type where code = 'offline'`)
    this.#offline = offline.rows[0]?.id
    this.#readAt = Date.now()
  }
}

interface MeaningRow {
  format: string
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
  return { type: row.type, alarm, faultTypeId: row.fault_type_id, endsLowPower, notify: row.notify }
}
