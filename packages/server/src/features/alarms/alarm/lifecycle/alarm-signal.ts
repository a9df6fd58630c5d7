import type { EnumValue } from '@emberwatch/contract'
import type { Owner, Signal } from '../../signal/signal.ts'

/** A signal of an alarm type, with all that the alarm and its live event show. */
export interface AlarmSignal extends Signal {
  readonly type: {
    readonly id: number
    readonly level: EnumValue<'alarmLevel'>
    readonly nameZh: string
    readonly nameEn: string
    readonly acknowledgeS: number
  }
  readonly owner: Owner & { readonly projectName: string | null; readonly timeZone: string }
  readonly deviceCode: string | null
  readonly deviceName: string | null
  readonly roomNumber: string | null
  readonly deviceTime: Date | undefined
  readonly decodedAt: Date
  readonly reportId: number | null
  readonly notify: boolean
  /** Of the reported code (report_param.merge_window_s). */
  readonly mergeWindowS: number
  /** It has no restore: what comes after a confirmation is a new alarm. */
  readonly eachIsNew: boolean
  /** The person who raised it as a test. Null: a report did. */
  readonly triedBy: number | null
}
