import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { adapters } from '../../../platform/channels/adapters.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { configOf } from './provider-config.ts'
import { noteBalance } from './provider.store.ts'

type Balance = typeof endpoints.notifyProvider.balance

/** The current balance of a provider's account. @throws DomainError precondition if it offers none, or does not answer */
export const readBalance = async (ctx: Ctx, { id }: InputOf<Balance>): Promise<OutputOf<Balance>> => {
  const refuse = (reason: string, params: Record<string, string> = {}): never => {
    throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${reason}`, params) })
  }
  const row = await ctx.db.selectFrom('notify_provider').selectAll().where('notify_provider.id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, 'id')
  const provider = adapters[row.kind].open(
    configOf(ctx.config.dataDir, row, { onReceipt: async () => undefined, onGone: () => undefined }),
  )
  try {
    const balance = await provider
      .balance?.(AbortSignal.timeout(row.timeout_s * 1_000))
      .catch((error: unknown) => refuse('balanceUnread', { reason: error instanceof Error ? error.message : String(error) }))
    if (!balance) return refuse('balanceUntold')
    await noteBalance(ctx.systemDb, id, balance, ctx.clock.now())
    return balance
  } finally {
    await provider.close?.()
  }
}
