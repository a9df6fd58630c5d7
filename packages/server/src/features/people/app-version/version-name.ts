import type { Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import type { AppVersionTable } from '../../../tables/app-versions.tables.ts'

type Named = Pick<Selectable<AppVersionTable>, 'app' | 'platform' | 'version_number'>

/** The name of a version in the audit log. */
export const versionName = ({ locale }: Pick<Ctx, 'locale'>, { app, platform, version_number }: Named): string =>
  `${enumLabel(locale, 'appKind', app)} ${enumLabel(locale, 'appPlatform', platform)} ${version_number}`

/** Makes open lists and pages show the change. */
export const tellVersion = (ctx: Ctx, write: Write, change: string, id: number): void =>
  write.emit({ kind: 'appVersion', change, objectId: id, owner: { path: ctx.actor.companyPath, projectId: null } })
