import { DomainError, holderOnlyPreferences, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { mergePreference } from '../account/own-account.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'

const valueBytes = 4_096
const maxKeys = 100

/**
 * Stores one of the caller's preferences.
 * @throws DomainError tooLarge for a value over 4 KB, tooMany for more than a hundred; notInPerson for somebody signed in as another user,
 * for preferences that only the holder may choose
 */
export const setPreference = async (ctx: Ctx, input: InputOf<typeof endpoints.session.setPreference>): Promise<null> => {
  if (ctx.actor.issuer !== null && holderOnlyPreferences.has(input.key)) throw new DomainError('notInPerson')
  const value = JSON.stringify(input.value)
  if (Buffer.byteLength(value) > valueBytes) throw new DomainError('tooLarge', { limit: '4 KB' }, 'value')
  return transact(ctx, async (write) => {
    if (!(await mergePreference(write.db, ownId(ctx.actor), input.key, value, maxKeys)))
      throw new DomainError('tooMany', { limit: maxKeys }, 'key')
    // Not under its own name, which is the caller's choice: the log says what an id in a field of a known name is called, whose ever it is.
    write.audit(selfAudit(ctx.actor, 'account.setPreference', { key: [null, input.key], value: [null, input.value] }))
    return null
  })
}
