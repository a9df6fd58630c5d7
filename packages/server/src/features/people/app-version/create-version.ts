import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { assertApp } from './app-of.ts'
import { uploadedApk } from './uploaded-apk.ts'
import { assertSource, buildColumns, offerColumns } from './version-columns.ts'
import { tellVersion, versionName } from './version-name.ts'

/** Adds a version of an app as a draft. It is not offered yet. */
export const createVersion = async (ctx: Ctx, input: InputOf<typeof endpoints.appVersion.create>): Promise<{ id: number }> => {
  assertApp(ctx, input.app)
  assertSource(ctx, input)
  const offer = offerColumns(ctx, input.versionNumber, input)
  const apk = input.fileId === undefined ? null : await uploadedApk(ctx, input.fileId)
  const columns = { ...(await buildColumns(ctx, input, apk)), ...offer }
  return transact(ctx, async (write) => {
    const owner = actorCompany(ctx)
    if (apk)
      await attachFiles(ctx, write, [apk.fileId], {
        ...owner,
        companyId: owner.companyId ?? 0,
        path: owner.path ?? '',
        customerId: null,
      })
    const id = await insertRow(write, 'app_version', columns, {
      action: 'appVersion.create',
      owner,
      name: versionName(ctx, columns),
      unique: ['versionNumber', input.versionNumber],
    })
    tellVersion(ctx, write, 'created', id)
    return { id }
  })
}
