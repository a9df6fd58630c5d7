import { DomainError, type endpoints, type InputOf, type PushEvent } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'

type Input = InputOf<typeof endpoints.projectPush.update>

interface Place {
  readonly projectPath: string
  readonly endpointPath: string
  readonly offered: readonly PushEvent[]
}

/**
 * The columns that a form sets.
 * @throws DomainError invalidInput for events that the endpoint does not take, or devices of another project; precondition for an endpoint
 * that is not of the project's company or one above it
 */
export const pushColumns = async (
  ctx: Ctx,
  write: Write,
  projectId: number,
  { projectPath, endpointPath, offered }: Place,
  input: Pick<Input, 'eventTypes' | 'modelIds' | 'deviceIds' | 'delayS'>,
) => {
  const { eventTypes = [], modelIds = [], deviceIds = [], delayS } = input
  if (!isBelow(projectPath, endpointPath))
    throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.pushEndpointAbove') }, 'endpointId')
  if (eventTypes.some((event) => !offered.includes(event))) refuseField(ctx, 'eventTypes', 'offeredEvents')
  if (deviceIds.length > 0) {
    const { count } = await write.db
      .selectFrom('device')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('id', 'in', deviceIds)
      .where('project_id', '=', projectId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count < deviceIds.length) refuseField(ctx, 'deviceIds', 'sameProject')
  }
  return { event_types: eventTypes, model_ids: modelIds, device_ids: deviceIds, delay_s: delayS }
}
