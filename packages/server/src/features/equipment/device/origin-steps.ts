import type { Insertable } from 'kysely'
import type { TraceEntry } from '../product-trace/record-trace.ts'
import type { OriginColumns } from '../../../tables/devices.tables.ts'

const joined = (...parts: readonly (string | null | undefined)[]): string | null => parts.filter(Boolean).join(' · ') || null

type Made = Partial<Insertable<OriginColumns>> & { readonly code: string; readonly company_id: number; readonly path: string }

/**
 * The factory's steps of a device or gateway for its trace, each on its day. They belong to its company: no customer or project had a part
 * in them.
 */
export const originSteps = (thing: Pick<TraceEntry, 'deviceId' | 'gatewayId' | 'source'>, row: Made): TraceEntry[] => {
  const of = { ...thing, code: row.code, owner: { companyId: row.company_id, path: row.path } }
  const { produced_on: produced, warehoused_on: warehoused, shipped_on: shipped } = row
  return [
    ...(produced ? [{ ...of, step: 'produced', day: produced, note: joined(row.batch, row.production_line) } as const] : []),
    ...(warehoused ? [{ ...of, step: 'warehoused', day: warehoused, to: joined(row.pallet, row.box) } as const] : []),
    ...(shipped ? [{ ...of, step: 'shipped', day: shipped, from: joined(row.pallet, row.box) } as const] : []),
  ]
}
