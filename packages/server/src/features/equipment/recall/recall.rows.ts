import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** The number by which people refer to a recall. */
export const recallCode = (id: number): string => `RC${String(id).padStart(6, '0')}`

/** The devices of a batch in the caller's scope, of one model or of all. */
export const devicesOfBatch = ({ db }: Pick<Ctx, 'db'>, { batch, modelId }: { batch: string; modelId: number | null }) => {
  const rows = db.selectFrom('device').where('device.batch', '=', batch).where('device.deleted_at', 'is', null)
  return modelId === null ? rows : rows.where('device.model_id', '=', modelId)
}

/** Still at a project, so somebody has to go there. */
export const isInUse = sql<boolean>`device.project_id is not null and device.scrapped_at is null`
