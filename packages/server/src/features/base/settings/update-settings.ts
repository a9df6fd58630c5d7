import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { actorCompany } from '../../../platform/rows/rows.ts'
import { readSettings, settingsChanged } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import { lockSettings, storeSettings } from './settings.store.ts'

/** Settings whose values are not logged. */
const secrets: ReadonlySet<string> = new Set(['mapKey', 'mapSecurityCode'])

/**
 * Replaces the settings of the installation. Each change is audited, and every process follows at the commit.
 * @throws DomainError staleVersion; invalidInput for an online map without a key, or inconsistent lengths of sessions
 */
export const updateSettings = (ctx: Ctx, input: InputOf<typeof endpoints.settings.update>): Promise<null> =>
  transact(ctx, async (write) => {
    const { version, ...chosen } = input
    await lockSettings(write.systemDb)
    const before = await readSettings(write.systemDb)
    if (before.version !== version) {
      const editor =
        before.updatedBy === null
          ? undefined
          : await write.systemDb.selectFrom('account').select('name').where('id', '=', before.updatedBy).executeTakeFirst()
      throw new DomainError('staleVersion', { who: editor?.name ?? '—', when: before.updatedAt ?? '' })
    }
    if (chosen.mapProvider === 'amap' && chosen.mapKey === undefined) refuseField(ctx, 'mapKey', 'required')
    await storeSettings(write.systemDb, {
      version: version + 1,
      chosen,
      updatedAt: write.at.toISOString(),
      updatedBy: ctx.actor.accountId,
    })
    await settingsChanged(write.systemDb)
    const names = [...new Set([...Object.keys(before.chosen), ...Object.keys(chosen)])]
    const value = (values: object, name: string): unknown => (values as Record<string, unknown>)[name] ?? null
    const of = (values: object): Record<string, unknown> =>
      Object.fromEntries(names.filter((name) => !secrets.has(name)).map((name) => [name, value(values, name)]))
    // For a key, only the fact that it changed is logged.
    const keys = names.filter((name) => secrets.has(name) && value(before.chosen, name) !== value(chosen, name))
    write.audit({
      action: 'settings.update',
      object: { kind: 'settings', id: 1, name: '' },
      owner: actorCompany(ctx),
      changes: {
        ...changesBetween(of(before.chosen), of(chosen)),
        ...Object.fromEntries(keys.map((name) => [name, ['***', '***']])),
      },
    })
    return null
  })
