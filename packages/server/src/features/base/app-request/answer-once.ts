import { DomainError, type Endpoint } from '@emberwatch/contract'
import { createHash } from 'node:crypto'
import type { Ctx } from '../../../platform/context.ts'
import { joining, transact } from '../../../platform/transact.ts'

/** Another request with the same id was first, so this transaction is rolled back. */
class AnsweredBefore extends Error {}

/** Whose request ids are told apart: an account's or a key's. */
const senderOf = ({ actor }: Ctx) => {
  if (actor.key) return { column: 'key_id', id: actor.key.id } as const
  if (actor.accountId === null) throw new Error('a request id belongs to an account or a key')
  return { column: 'account_id', id: actor.accountId } as const
}

const hashOf = (input: object): Buffer => createHash('sha256').update(JSON.stringify(input)).digest()

/** The stored answer to an earlier request with this id. */
const firstAnswer = async (ctx: Ctx, requestId: string, call: string, hash: Buffer): Promise<{ answer: unknown } | undefined> => {
  const { column, id } = senderOf(ctx)
  const row = await ctx.systemDb
    .selectFrom('app_request')
    .select(['call', 'input_hash', 'answer'])
    .where(column, '=', id)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.call !== call || !row.input_hash.equals(hash)) throw new DomainError('requestReused')
  return { answer: row.answer }
}

/**
 * Performs a write whose id the caller has generated only once, however often it is sent. The answer is stored in the same transaction, and
 * a repetition, later or concurrent, gets that answer, even if the caller has meanwhile lost the right. A refusal is not stored, and may be
 * retried.
 * @throws DomainError requestReused for the same id with another call or input, and whatever `perform` throws
 */
export const answerOnce = async (
  ctx: Ctx,
  requestId: string,
  entry: Pick<Endpoint, 'path'>,
  input: object,
  perform: (ctx: Ctx) => Promise<unknown>,
): Promise<unknown> => {
  const { column, id } = senderOf(ctx)
  const hash = hashOf(input)
  const before = await firstAnswer(ctx, requestId, entry.path, hash)
  if (before) return before.answer
  try {
    return await transact(ctx, async (write) => {
      // Waits for a concurrent request with the same id until that has committed or failed.
      const claimed = await write.systemDb
        .insertInto('app_request')
        .values({
          [column]: id,
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
        .where(column, '=', id)
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
