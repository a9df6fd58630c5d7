import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import { assertApp } from './app-of.ts'
import { tellVersion, versionName } from './version-name.ts'

/** Deletes a draft. Published versions stay, because phones have them. @throws wrongState */
export const deleteVersion = (ctx: Ctx, { id }: InputOf<typeof endpoints.appVersion.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'app_version', { id }, 'delete')
    assertApp(ctx, row.app)
    if (row.state !== 'draft') {
      const state = enumLabel(ctx.locale, 'appVersionState', row.state)
      throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'app_version', id)) })
    }
    await deleteRow(write, 'app_version', row, {
      action: 'appVersion.del',
      owner: actorCompany(ctx),
      name: versionName(ctx, row),
    })
    tellVersion(ctx, write, 'deleted', id)
    return null
  })
