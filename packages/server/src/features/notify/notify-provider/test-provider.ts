import { DomainError, follows, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { randomUUID } from 'node:crypto'
import { adapters } from '../../../platform/channels/adapters.ts'
import type { Provider, Sent } from '../../../platform/channels/provider.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { actorCompany, auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import type { ClaimedRecord } from '../../base/message-record/claim-records.ts'
import { settleFailed, settleSent } from '../../base/message-record/settle-records.ts'
import { insertClaimed } from '../../base/message-record/start-test.ts'
import { notePushEnded } from '../../people/push/push-reach.ts'
import { outgoingOf, prepare, receiverOf, chargeOf, failureKindOf } from './sending.rules.ts'
import { configOf, type StoredProvider } from './provider-config.ts'
import { noteFailure, noteRefusal, noteSuccess } from './provider.store.ts'
import { recordOutcomes } from './record-outcome.ts'

type Test = typeof endpoints.notifyProvider.test

const leaseMarginMs = 30_000

/** The address of the test. @throws DomainError invalidInput */
const addressOf = (ctx: Ctx, { channel }: StoredProvider, to: string | undefined): { phone: string; email: string | null } => {
  if (channel === 'app') return { phone: '', email: null }
  if (to === undefined) return refuseField(ctx, 'to', 'required')
  const rule = channel === 'mail' ? 'email' : 'phone'
  if (!follows(rule, to)) refuseField(ctx, 'to', rule)
  return channel === 'mail' ? { phone: '', email: to } : { phone: to, email: null }
}

const send = async (ctx: Ctx, provider: StoredProvider, record: ClaimedRecord): Promise<Sent> => {
  let opened: Provider | undefined
  try {
    const config = configOf(ctx.config.dataDir, provider, {
      // A message centre may choose this connection for any receipt. Refused ones are sent again, to the permanent connection.
      onReceipt: () => Promise.reject(new Error('this connection takes no receipts')),
      onGone: (endpoint, reason, isGone) =>
        void notePushEnded(ctx.systemDb, endpoint, reason, isGone, ctx.clock.now()).catch(() => undefined),
    })
    opened = adapters[provider.kind].open(config)
    const message = outgoingOf(await prepare(ctx.systemDb, record), provider)
    return await opened.send(message, AbortSignal.timeout(provider.timeout_s * 1_000))
  } catch (error) {
    return { result: 'failed', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    await opened?.close?.().catch(() => undefined)
  }
}

/**
 * Sends one real message through a provider, even a disabled one, and returns what the provider says. It is recorded like any other
 * message.
 * @throws DomainError invalidInput for an address that does not fit the channel; precondition for push without a registered phone
 */
export const testProvider = async (ctx: Ctx, { id, to }: InputOf<Test>): Promise<OutputOf<Test>> => {
  const { provider, record } = await transact(ctx, async (write) => {
    const row = await lockRow(write, 'notify_provider', { id })
    const address = addressOf(ctx, row, to?.trim())
    const accountId = ctx.actor.accountId
    if (row.channel === 'app' && !(await hasPhone(ctx, accountId)))
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.pushNotRegistered') })
    const { companyId, path } = actorCompany(ctx)
    const content = translate(ctx.locale, 'said.test')
    const claimed = await insertClaimed(
      write.systemDb,
      {
        company_id: companyId,
        path,
        cause: 'test',
        key: randomUUID(),
        channel: row.channel,
        account_id: accountId,
        receiver: ctx.actor.name,
        ...address,
        language: ctx.locale,
        title: translate(ctx.locale, 'said.testTitle'),
        content,
        params: JSON.stringify({ content }),
        provider_id: row.id,
        provider_name: row.name,
      },
      { at: write.at, leaseMs: row.timeout_s * 1_000 + leaseMarginMs },
    )
    auditRow(write, 'notify_provider', row, { action: 'notifyProvider.test' })
    return { provider: row, record: claimed }
  })
  const began = performance.now()
  const sent = await send(ctx, provider, record)
  const ms = Math.round(performance.now() - began)
  const at = ctx.clock.now()
  await ctx.systemDb.transaction().execute(async (tx) => {
    const changed =
      sent.result === 'accepted'
        ? await settleSent(tx, record, { provider, sent, charge: chargeOf(record, provider, sent), at })
        : await settleFailed(tx, record, { reason: sent.reason, kind: failureKindOf(sent), retryAt: null, at })
    if (changed) await recordOutcomes(tx, [changed], at)
  })
  if (sent.result === 'accepted') await noteSuccess(ctx.systemDb, provider.id, at)
  // A test that is refused counts like any message: it is how a provider is found to refuse everything.
  if (sent.result === 'rejected' && !sent.unasked)
    await noteRefusal(ctx.systemDb, provider.id, receiverOf(record), sent.reason, at)
  if (sent.result === 'failed') await noteFailure(ctx.systemDb, provider.id, sent.reason, at)
  return sent.result === 'accepted'
    ? { result: 'accepted', reason: null, ref: sent.ref, ms }
    : { result: sent.result, reason: sent.reason, ref: null, ms }
}

const hasPhone = async (ctx: Ctx, accountId: number | null): Promise<boolean> =>
  accountId !== null &&
  (await ctx.systemDb.selectFrom('push_subscription').select('id').where('account_id', '=', accountId).executeTakeFirst()) !==
    undefined
