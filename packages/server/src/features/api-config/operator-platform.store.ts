import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { openSecret, sealSecret } from '../../platform/secret-box.ts'
import { orDuplicate } from '../../platform/versioned.ts'
import type { OperatorPlatformTable } from '../../tables/calls.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredPlatform = Selectable<OperatorPlatformTable>

export const lockPlatform = (db: Db, id: number): Promise<StoredPlatform> =>
  db.selectFrom('operator_platform').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const insertPlatform = async (db: Db, row: Insertable<OperatorPlatformTable>): Promise<number> => {
  const insert = db.insertInto('operator_platform').values(row).returning('id').executeTakeFirstOrThrow()
  return (await orDuplicate(insert, 'code', row.code)).id
}

/** Changes a platform if it still has `version`; answers whether it had. */
export const updatePlatformRow = async (
  db: Db,
  { id, version }: { id: number; version: number },
  changes: Updateable<OperatorPlatformTable>,
): Promise<boolean> => {
  const result = await db
    .updateTable('operator_platform')
    .set((e) => ({ ...changes, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const deletePlatformRow = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('operator_platform').where('id', '=', id).execute()
}

// A platform's code never changes, so a secret stays with the platform that it was given for.
const boundTo = (code: string): string => `operator_platform:${code}`

export const sealedFor = (dataDir: string, code: string, secret: string): Buffer => sealSecret(dataDir, secret, boundTo(code))

/** A platform's secret in the clear, for speaking to the platform and for nothing else; null when it has none. */
export const secretOf = (dataDir: string, platform: Pick<StoredPlatform, 'code' | 'secret'>): string | null =>
  platform.secret && openSecret(dataDir, platform.secret, boundTo(platform.code))
