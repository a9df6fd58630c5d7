import { appVersionStates, decide, DomainError, type AuditActionOf } from '@emberwatch/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, updateRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { AppVersionTable } from '../../../tables/app-versions.tables.ts'
import { tellVersion, versionName } from './version-name.ts'

const audited = { publish: 'appVersion.issue', withdraw: 'appVersion.withdraw' } as const satisfies Record<
  string,
  AuditActionOf<'appVersion'>
>

/** One step of a locked version: state graph → row, audit, live event. @throws wrongState, noAccess */
export const stepVersion = async (
  ctx: Ctx,
  write: Write,
  row: Selectable<AppVersionTable>,
  action: keyof typeof audited,
  changes: Updateable<AppVersionTable>,
): Promise<void> => {
  const verdict = decide(appVersionStates, action, row.state, {}, ctx.actor)
  if (!verdict.allowed) {
    if (verdict.reason === 'noAccess') throw new DomainError('noAccess')
    const state = enumLabel(ctx.locale, 'appVersionState', row.state)
    throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'app_version', row.id)) })
  }
  await updateRow(
    write,
    'app_version',
    row,
    { ...changes, state: verdict.to },
    { action: audited[action], owner: actorCompany(ctx), name: versionName(ctx, row) },
  )
  tellVersion(ctx, write, verdict.to, row.id)
}
