import { DomainError, factoryNames, originNames } from '@emberwatch/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import type { OriginColumns } from '../../../tables/devices.tables.ts'
import { seesFactory } from '../product-trace/factory-seen.ts'
import { stockPathOf } from '../product-trace/stock-path.ts'
import { originColumns, type Origin } from './origin-columns.ts'

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
