import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** The target edition of a task, released or not. */
export const editionOf = (db: Kysely<Tables>, id: number) =>
  db
    .selectFrom('firmware_edition')
    .select(['id', 'name', 'model_id', 'hardware', 'target_type', 'edition_version', 'state'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
