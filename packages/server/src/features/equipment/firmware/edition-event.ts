import type { Ctx } from '../../../platform/context.ts'
import type { EventDraft } from '../../../platform/transact.ts'

/** Tells open lists of the operating company that an edition or the keys changed. */
export const editionEvent = (ctx: Ctx, change: string, objectId: number | null): EventDraft => ({
  kind: 'firmware',
  change,
  objectId,
  owner: { path: ctx.actor.companyPath, projectId: null },
})
