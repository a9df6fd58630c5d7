import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { openSecrets, sealSecrets } from './provider-config.ts'
import {
  checkNewAddress,
  checkProvider,
  columnsOf,
  secretChanges,
  secretsOf,
  settingChanges,
  settingsOf,
} from './provider-fields.ts'
import { providersChanged } from './provider.store.ts'

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
