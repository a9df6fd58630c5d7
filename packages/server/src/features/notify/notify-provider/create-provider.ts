import { providerKinds, type endpoints, type InputOf } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { newPushKeys } from '../../../platform/channels/web-push.ts'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { sealSecrets } from './provider-config.ts'
import { checkProvider, columnsOf, secretChanges, secretsOf, settingChanges, settingsOf } from './provider-fields.ts'
import { providersChanged } from './provider.store.ts'

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
