import type { AuditActionOf, endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween, type AuditEntry } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'

type Fields = Omit<InputOf<typeof endpoints.apiConfig.create>, 'path'>

/** The columns that an input sets. What it leaves out goes back to the default. */
export const columnsOf = (input: Fields) => ({
  name: input.name,
  per_minute: input.perMinute ?? null,
  logged: input.logged,
  masked_fields: input.maskedFields ?? [],
  enabled: input.enabled,
})

type Facts = Readonly<Record<string, unknown>>

/** The audit entry of a change to a call's configuration. It belongs to the product, so the row stands in the actor's company. */
export const entryOf = (
  ctx: Ctx,
  action: AuditActionOf<'apiConfig'>,
  config: { readonly id: number; readonly path: string },
  before: Facts,
  after: Facts,
): AuditEntry => ({
  action,
  object: { kind: 'api_config', id: config.id, name: config.path },
  owner: { companyId: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath },
  changes: changesBetween(before, after),
})
