import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>

/** Notes that a code of this time step was used; answers false when it, or a later one, was used before. */
export const acceptStep = async (db: Db, accountId: number, step: number): Promise<boolean> => {
  const result = await db
    .updateTable('account')
    .set({ two_step_used: step })
    .where('id', '=', accountId)
    .where('two_step_used', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Uses a recovery code up; answers whether there was such a one. */
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

/** Puts these recovery codes in place of all others. */
export const replaceRecoveryCodes = async (db: Db, accountId: number, hashes: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  if (hashes.length > 0)
    await db
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
      .execute()
}

/** Keeps a secret that its owner has yet to prove they took down. */
export const setPendingSecret = async (db: Db, accountId: number, sealed: Buffer): Promise<void> => {
  await db.updateTable('account').set({ two_step_pending: sealed }).where('id', '=', accountId).execute()
}

/** Makes the pending secret the account's, if it is still that one and there is none yet; answers whether it was. */
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

/** Takes the second step away, with its recovery codes; answers whether there was one. */
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
