import { DomainError, type Endpoint } from '@emberwatch/contract'
import { createHash } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import { joining, transact } from '../../platform/transact.ts'

/** Somebody with the same id was first; the transaction of this one is rolled back. */
class AnsweredBefore extends Error {}

const hashOf = (input: object): Buffer => createHash('sha256').update(JSON.stringify(input)).digest()

/** The answer that a request of the caller got the first time. */
const firstAnswer = async (ctx: Ctx, requestId: string, call: string, hash: Buffer): Promise<{ answer: unknown } | undefined> => {
  const row = await ctx.systemDb
    .selectFrom('app_request')
    .select(['call', 'input_hash', 'answer'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.call !== call || !row.input_hash.equals(hash)) throw new DomainError('requestReused')
  return { answer: row.answer }
}

/**
 * A write with an id that the caller has made: it happens once, whatever is sent again. Its answer is stored in the same transaction,
 * and a repetition, later or at the same moment, gets that answer, even if meanwhile the caller may not do it any more. What
 * was refused is not stored and may be tried again.
 * @throws DomainError requestReused for the same id with another call or input, and whatever `perform` throws
 */
export const answerOnce = async (
  ctx: Ctx,
  requestId: string,
  entry: Pick<Endpoint, 'path'>,
  input: object,
  perform: (ctx: Ctx) => Promise<unknown>,
): Promise<unknown> => {
  const { accountId } = ctx.actor
  if (accountId === null) throw new Error('a request id belongs to an account')
  const hash = hashOf(input)
  const before = await firstAnswer(ctx, requestId, entry.path, hash)
  if (before) return before.answer
  try {
    return await transact(ctx, async (write) => {
      // Waits for another one with the same id that is under way, until it has committed or failed.
      const claimed = await write.systemDb
        .insertInto('app_request')
        .values({
          account_id: accountId,
          request_id: requestId,
          call: entry.path,
          input_hash: hash,
          answer: null,
          at: write.at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (claimed.numInsertedOrUpdatedRows === 0n) throw new AnsweredBefore()
      const answer = await perform(joining(ctx, write))
      await write.systemDb
        .updateTable('app_request')
        .set({ answer: JSON.stringify(answer ?? null) })
        .where('account_id', '=', accountId)
        .where('request_id', '=', requestId)
        .execute()
      return answer
    })
  } catch (error) {
    if (!(error instanceof AnsweredBefore)) throw error
    const first = await firstAnswer(ctx, requestId, entry.path, hash)
    if (!first) throw new DomainError('unavailable')
    return first.answer
  }
}
