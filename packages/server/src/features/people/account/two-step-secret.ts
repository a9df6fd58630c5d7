import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>

/** Records that a code of this time step was used. Returns false if it, or a later one, was used before. */
export const acceptStep = async (db: Db, accountId: number, step: number): Promise<boolean> => {
  const result = await db
    .updateTable('account')
    .set({ two_step_used: step })
    .where('id', '=', accountId)
    .where('two_step_used', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Uses up a recovery code. Returns whether it existed. */
export const useRecoveryCode = async (db: Db, accountId: number, hash: Buffer): Promise<boolean> => {
  const result = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const recoveryCodesLeft = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('recovery_code')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return n
}

/** Replaces all recovery codes by these. */
export const replaceRecoveryCodes = async (db: Db, accountId: number, hashes: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  if (hashes.length > 0)
    await db
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
      .execute()
}

/** Stores a secret that its owner still has to confirm with a code. */
export const setPendingSecret = async (db: Db, accountId: number, sealed: Buffer): Promise<void> => {
  await db.updateTable('account').set({ two_step_pending: sealed }).where('id', '=', accountId).execute()
}

/** Makes the pending secret the account's, unless it has changed or the account has one already. Returns whether it did. */
export const adoptSecret = async (db: Db, accountId: number, sealed: Buffer, step: number, at: Date): Promise<boolean> => {
  const result = await db
    .updateTable('account')
    .set({ two_step_secret: sealed, two_step_pending: null, two_step_since: at, two_step_used: step })
    .where('id', '=', accountId)
    .where('two_step_pending', '=', sealed)
    .where('two_step_secret', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removes the second factor with its recovery codes. Returns whether there was one. */
export const removeSecret = async (db: Db, accountId: number): Promise<boolean> => {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  const result = await db
    .updateTable('account')
    .set({ two_step_secret: null, two_step_pending: null, two_step_since: null })
    .where('id', '=', accountId)
    .where('two_step_secret', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
