import type { AuditActionOf } from '@emberwatch/contract'
import { changesBetween, type AuditEntry } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'

type Facts = Readonly<Record<string, unknown>>

/** The audit entry of a change to a menu entry. The menu belongs to the product, so the row stands in the actor's company. */
export const entryOf = (
  ctx: Ctx,
  action: AuditActionOf<'menu'>,
  menu: { readonly id: number; readonly code: string },
  before: Facts,
  after: Facts,
): AuditEntry => ({
  action,
  object: { kind: 'menu', id: menu.id, name: menu.code },
  owner: { companyId: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath },
  changes: changesBetween(before, after),
})
