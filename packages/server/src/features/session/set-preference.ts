import { DomainError, ownersPreferences, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { mergePreference } from './account.store.ts'
import { ownId, selfAudit } from './self-audit.ts'

const valueBytes = 4_096
const mostKeys = 100

/**
 * Keeps one choice of one's own.
 * @throws DomainError tooLarge for a value over 4 KB, tooMany for more than a hundred of them; notInPerson for whoever has signed in as somebody else and
 * would choose what is the holder's alone to choose.
 */
export const setPreference = async (ctx: Ctx, input: InputOf<typeof endpoints.session.setPreference>): Promise<null> => {
  if (ctx.actor.issuer !== null && ownersPreferences.has(input.key)) throw new DomainError('notInPerson')
  const value = JSON.stringify(input.value)
  if (Buffer.byteLength(value) > valueBytes) throw new DomainError('tooLarge', { limit: '4 KB' }, 'value')
  return transact(ctx, async (write) => {
    if (!(await mergePreference(write.db, ownId(ctx.actor), input.key, value, mostKeys)))
      throw new DomainError('tooMany', { limit: mostKeys }, 'key')
    write.audit(selfAudit(ctx.actor, 'account.setPreference', { [input.key]: [null, input.value] }))
    return null
  })
}
