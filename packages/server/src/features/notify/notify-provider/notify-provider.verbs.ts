import { providerKinds, type endpoints, type InputOf, DomainError, type OutputOf } from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import { randomBytes } from 'node:crypto'
import { newPushKeys } from '../../../platform/channels/web-push.ts'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { sealSecrets, openSecrets, configOf } from './provider-config.ts'
import {
  checkProvider,
  columnsOf,
  secretChanges,
  secretsOf,
  settingChanges,
  settingsOf,
  checkNewAddress,
} from './provider-fields.ts'
import { providersChanged, noteBalance } from './provider.store.ts'
import { adapters } from '../../../platform/channels/adapters.ts'
import { translate } from '../../../platform/i18n.ts'
import { changesBetween } from '../../../platform/audit.ts'

/** Adds a provider of the operating company. Keys for Web Push are generated here. */
export const createProvider = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.notifyProvider.create>,
): Promise<{ id: number }> => {
  const { kind } = input
  const settings = settingsOf(kind, input)
  const secrets = secretsOf(kind, input)
  checkProvider(ctx, kind, { settings, secrets, kept: [] })
  const token = randomBytes(24).toString('base64url')
  const keys = kind === 'webPush' ? await newPushKeys() : undefined
  const { channel } = providerKinds[kind]
  const columns = { channel, kind, ...columnsOf(input) }
  const row = {
    company_id: ctx.actor.companyId ?? 0,
    path: ctx.actor.companyPath,
    ...columns,
    settings: JSON.stringify(settings),
    secrets: sealSecrets(ctx.config.dataDir, token, { ...secrets, ...(keys ? { privateKey: keys.privateKey } : {}) }),
    secret_names: Object.keys(secrets),
    public_key: keys?.publicKey ?? null,
    token,
  }
  const changes = {
    settings: null,
    secrets: null,
    secretNames: null,
    token: null,
    publicKey: null,
    ...settingChanges({}, settings),
    ...secretChanges(secrets),
  }
  return transact(ctx, async (write) => {
    const id = await insertRow(write, 'notify_provider', row, { action: 'notifyProvider.create', changes })
    await providersChanged(write.systemDb)
    return { id }
  })
}

/**
 * Edits a provider. A secret left out stays, unless the provider's address has changed. The edit may have fixed a problem, so the provider
 * is tried again at once.
 */
export const updateProvider = (ctx: Ctx, input: InputOf<typeof endpoints.notifyProvider.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const before = await lockRow(write, 'notify_provider', input)
    const settings = settingsOf(before.kind, input)
    const secrets = secretsOf(before.kind, input)
    checkProvider(ctx, before.kind, { settings, secrets, kept: before.secret_names })
    checkNewAddress(ctx, before, settings, secrets)
    const { dataDir } = ctx.config
    const isNew = Object.keys(secrets).length > 0
    const changes = {
      ...columnsOf(input),
      settings: JSON.stringify(settings),
      failures: 0,
      refused: [],
      undelivered: [],
      down_until: null,
      ...(isNew
        ? {
            secrets: sealSecrets(dataDir, before.token, { ...openSecrets(dataDir, before), ...secrets }),
            secret_names: [...new Set([...before.secret_names, ...Object.keys(secrets)])],
          }
        : {}),
    }
    await updateRow(write, 'notify_provider', before, changes, {
      action: 'notifyProvider.update',
      name: before.name,
      changes: {
        settings: null,
        secrets: null,
        secretNames: null,
        failures: null,
        refused: null,
        undelivered: null,
        downUntil: null,
        ...settingChanges(before.settings, settings),
        ...secretChanges(secrets),
      },
    })
    await providersChanged(write.systemDb)
    return { id: before.id }
  })

/** Enables or disables a provider. Once enabled, it is tried at once. */
export const setProviderEnabled = (ctx: Ctx, input: InputOf<typeof endpoints.notifyProvider.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const provider = await lockRow(write, 'notify_provider', input)
    const changes = {
      enabled: input.enabled,
      ...(input.enabled ? { failures: 0, refused: [], undelivered: [], down_until: null } : {}),
    }
    await updateRow(write, 'notify_provider', provider, changes, {
      action: 'notifyProvider.forbidden',
      changes: { failures: null, refused: null, undelivered: null, downUntil: null },
    })
    await providersChanged(write.systemDb)
    return null
  })

type Balance = typeof endpoints.notifyProvider.balance

/** The current balance of a provider's account. @throws DomainError precondition if it offers none, or does not answer */
export const readBalance = async (ctx: Ctx, { id }: InputOf<Balance>): Promise<OutputOf<Balance>> => {
  const refuse = (reason: ReasonName, params: Record<string, string> = {}): never => {
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

/** Deletes a provider with its secrets. Records keep its name. */
export const removeProvider = (ctx: Ctx, input: InputOf<typeof endpoints.notifyProvider.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const provider = await lockRow(write, 'notify_provider', input, 'delete')
    const changes = changesBetween({ ...provider }, { channel: null, kind: null, name: null })
    await deleteRow(write, 'notify_provider', provider, { action: 'notifyProvider.del', changes })
    await providersChanged(write.systemDb)
    return null
  })
