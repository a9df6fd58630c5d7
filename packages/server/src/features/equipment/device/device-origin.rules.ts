import { type InputOf, type endpoints, originNames, DomainError, factoryNames } from '@emberwatch/contract'
import type { Selectable, Updateable, Insertable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import type { OriginColumns } from '../../../tables/devices.tables.ts'
import { seesFactory, stockPathOf } from '../product-trace/product-trace.rules.ts'
import type { TraceEntry } from '../product-trace/record-trace.ts'

export type Origin = Pick<InputOf<typeof endpoints.device.create>, (typeof originNames)[number]>

/** The columns that a form sets about the origin of a device or gateway. */
export const originColumns = (input: Origin) => ({
  batch: input.batch ?? null,
  produced_on: input.producedOn ?? null,
  production_line: input.productionLine ?? null,
  qc_result: input.qcResult ?? null,
  qc_inspector: input.qcInspector ?? null,
  box: input.box ?? null,
  pallet: input.pallet ?? null,
  warehoused_on: input.warehousedOn ?? null,
  shipped_on: input.shippedOn ?? null,
})

type Stored = Selectable<OriginColumns> & { readonly id: number; readonly path: string }

const originOf = (thing: Stored) => ({
  batch: thing.batch,
  producedOn: thing.produced_on,
  productionLine: thing.production_line,
  qcResult: thing.qc_result,
  qcInspector: thing.qc_inspector,
  box: thing.box,
  pallet: thing.pallet,
  warehousedOn: thing.warehoused_on,
  shippedOn: thing.shipped_on,
})

/**
 * The origin after an edit. Only the company in whose stock the device or gateway began, and companies above it, may change the origin; for
 * anybody else it stays as it is, whether they see it or not.
 * @throws DomainError notHere at the field that somebody else tried to change
 */
export const editedOrigin = async (
  ctx: Ctx,
  write: Write,
  kind: 'device' | 'gateway',
  thing: Stored,
  said: Origin,
): Promise<Updateable<OriginColumns>> => {
  const sees = seesFactory(ctx, thing.path)
  const began = sees ? ((await stockPathOf(write, kind, thing.id)) ?? thing.path) : ''
  if (sees && isBelow(began, ctx.actor.companyPath)) return originColumns(said)
  const isHidden = (name: keyof Origin): boolean => !sees && factoryNames.includes(name)
  const stored = originOf(thing)
  const changed = originNames.find((name) => (isHidden(name) ? said[name] !== undefined : (said[name] ?? null) !== stored[name]))
  if (changed === undefined) return {}
  throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.originElsewhere') }, changed)
}

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
