import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { plannedEdition } from './planned-edition.ts'
import { targetOf } from './task-fields.ts'
import { countOf, isUnknownVersion, targetGroups } from './targets.ts'

type Preview = typeof endpoints.upgradeTask.preview

/** How many devices a task would have if the caller froze it now. Changes nothing. */
export const previewTask = async (ctx: Ctx, input: InputOf<Preview>): Promise<OutputOf<Preview>> => {
  const edition = await plannedEdition(ctx, input.editionId)
  const ofGateways = edition.target_type === 'gateway'
  const task =
    input.id === undefined
      ? undefined
      : await ctx.db.selectFrom('upgrade_task').select('path').where('id', '=', input.id).executeTakeFirstOrThrow()
  const groups = await targetGroups(ctx.db, {
    modelId: edition.model_id,
    hardware: edition.hardware,
    ofGateways,
    toVersion: edition.edition_version,
    targetType: input.targetType,
    target: targetOf(input, ofGateways),
    initialVersion: input.initialVersion ?? null,
    allowDowngrade: input.allowDowngrade ?? false,
    ownerPath: task?.path ?? ctx.actor.companyPath,
  })
  return {
    total: countOf(groups, ({ route }) => route === null || route.length > 0),
    onVersion: countOf(groups, ({ route }) => route?.length === 0),
    withoutRoute: countOf(groups, ({ route }) => route === null),
    unknownVersion: countOf(groups, ({ firmware }) => isUnknownVersion(firmware)),
    byVersion: groups.map(({ firmware, hardware, count, route }) => ({
      version: firmware,
      hardware,
      count,
      route: route && [...route],
    })),
  }
}
