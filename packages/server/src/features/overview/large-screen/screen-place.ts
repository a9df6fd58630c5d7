import type { Ctx } from '../../../platform/context.ts'
import { scoped, type Scope, type Within } from '../../../platform/database/scope.ts'

interface Place {
  readonly province?: string
  readonly projectId?: number
}

const withinOf = ({ province, projectId }: Place): Within | undefined => {
  if (projectId !== undefined) return { project: projectId }
  return province === undefined || province === '' ? undefined : { province }
}

/** The context of a read of one province or project. A wall that shows one project stays there. */
export const ctxAt = (ctx: Ctx, place: Place): Ctx => {
  const within = withinOf(place)
  const { kind } = ctx.scope
  if (!within || (kind !== 'company' && kind !== 'customer') || ctx.scope.within) return ctx
  const scope: Scope = { ...ctx.scope, within }
  return { ...ctx, scope, db: scoped(ctx.systemDb, scope) }
}
