import type { Position } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertPosition, type StoredPosition } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'

/**
 * Asks back about a position of something that belongs to a project, such as a device, if it is not in the project's area. `before` is the
 * row of the thing as it is: its position may stay.
 * @throws DomainError invalidInput naming the field
 */
export const assertPlace = async (
  ctx: Ctx,
  write: Write,
  position: Position | undefined,
  projectId: number | null,
  before?: StoredPosition,
): Promise<void> => {
  if (!position) return
  const zone = await write.systemDb
    .selectFrom('project')
    .select(['country', 'province', 'city'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  assertPosition(ctx, position, zone ?? {}, before && { ...before, ...zone })
}
