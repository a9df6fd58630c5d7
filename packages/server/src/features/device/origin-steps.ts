import type { TraceEntry } from '../product-trace/record-trace.ts'
import type { NewDeviceRow } from './add-devices.ts'

const joined = (...parts: readonly (string | null | undefined)[]): string | null => parts.filter(Boolean).join(' · ') || null

/** What happened to a device in its factory, as steps of its trace, each on its day. */
export const originSteps = (deviceId: number, row: Omit<NewDeviceRow, 'company_id' | 'path'>): TraceEntry[] => {
  const of = { deviceId, code: row.code }
  const { produced_on: produced, warehoused_on: warehoused, shipped_on: shipped } = row
  return [
    ...(produced ? [{ ...of, step: 'produced', day: produced, note: joined(row.batch, row.production_line) } as const] : []),
    ...(warehoused ? [{ ...of, step: 'warehoused', day: warehoused, to: joined(row.pallet, row.box) } as const] : []),
    ...(shipped ? [{ ...of, step: 'shipped', day: shipped, from: joined(row.pallet, row.box) } as const] : []),
  ]
}
