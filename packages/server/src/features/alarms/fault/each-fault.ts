import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refusalText } from '../../../platform/i18n.ts'

/** Applies an action to each fault on its own: a refusal for one does not stop the others. Returns the result for each, in order. */
export const eachFault = async (
  ctx: Ctx,
  ids: readonly number[],
  act: (id: number) => Promise<unknown>,
): Promise<{ id: number; done: boolean; msg: string }[]> => {
  const results: { id: number; done: boolean; msg: string }[] = []
  for (const id of ids) {
    try {
      await act(id)
      results.push({ id, done: true, msg: '' })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      results.push({ id, done: false, msg: refusalText(ctx, error) })
    }
  }
  return results
}
