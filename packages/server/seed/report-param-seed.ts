import type { EnumValue } from '@emberwatch/contract'
import { restoreCodeOf } from '@emberwatch/device-link'

/** The meaning of a code, as a new installation has it. `alarm`, `fault`: codes of types (report-params.ts). */
export interface ReportParamSeed {
  readonly format: EnumValue<'reportCodeType'>
  readonly code: string
  readonly type: EnumValue<'reportType'>
  readonly alarm?: string
  readonly fault?: string
  readonly restores?: string
  readonly zh: string
  readonly en: string
}

/** What a code raises. */
export type Raised = Pick<ReportParamSeed, 'alarm' | 'fault'> & { readonly type: 'alarm' | 'fault' | 'lowPower' }

export const alarmOf = (alarm: string): Raised => ({ type: 'alarm', alarm })
export const faultOf = (fault: string): Raised => ({ type: 'fault', fault })
export const lowPower: Raised = { type: 'lowPower', fault: 'lowBattery' }

/** What a code is called, and how its restore is called in Chinese where that is not “…恢复”. */
export type Names = readonly [zh: string, en: string, zhRestored?: string]

/** A code that raises something, with the code that ends it if its format has one. */
export const raising = (
  format: ReportParamSeed['format'],
  code: string,
  { type, ...target }: Raised,
  [zh, en, zhRestored = `${zh}恢复`]: Names,
): ReportParamSeed[] => {
  const restore = restoreCodeOf(format, code)
  const raised: ReportParamSeed = { format, code, type, ...target, zh, en }
  if (restore === undefined) return [raised]
  return [raised, { format, code: restore, type: 'restore', ...target, restores: code, zh: zhRestored, en: `${en} restored` }]
}
