import { compareVersions, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { AppVersionTable } from '../../../tables/app-versions.tables.ts'
import { isDrawn } from './is-drawn.ts'
import { noteInstall } from './note-install.ts'
import { offeredVersions, pathOfCompany } from './offered-versions.ts'

type Query = typeof endpoints.appVersion.query
type Row = Selectable<AppVersionTable>

/** Phones compare codes, people compare version numbers. Both rise with each published version. */
const isNewer = (row: Row, { version, versionCode }: InputOf<Query>): boolean =>
  row.version_code !== null && versionCode !== undefined
    ? row.version_code > versionCode
    : compareVersions(row.version_number, version) > 0

/** Relative to the address of the calls. */
export const downloadPath = (fileId: string): string => `web/app/version/download?file=${fileId}`

/** The newest version intended for an installation, if it does not have it yet. Reveals nothing else about versions, targets or companies. */
export const nextVersion = async (ctx: Ctx, input: InputOf<Query>): Promise<OutputOf<Query>> => {
  const { systemDb } = ctx // an app has no session
  await noteInstall(ctx, input)
  const companyPath = await pathOfCompany(systemDb, input.companyCode)
  const offered = await offeredVersions(systemDb, input.app, [input.platform], companyPath)
  const meant = offered.filter(
    (row) => isNewer(row, input) && (row.app_target !== 'rollout' || isDrawn(input.installId, row.id, row.rollout_percent ?? 0)),
  )
  const [newest] = meant
  if (!newest) return { update: null }
  // Versions in between count too: one may have been forced because an earlier one is unsafe.
  const isForced = meant.some(
    (row) =>
      row.upgrade_method === 'forced' || (row.min_supported !== null && compareVersions(input.version, row.min_supported) < 0),
  )
  const language = input.language ?? ctx.locale
  return {
    update: {
      version: newest.version_number,
      versionCode: newest.version_code,
      upgradeMethod: isForced ? 'forced' : newest.upgrade_method,
      notes: language === 'zh' ? newest.notes_zh : newest.notes_en,
      url: newest.store_url ?? downloadPath(newest.file_id ?? ''),
      store: newest.store_url !== null,
      size: newest.size,
      sha256: newest.sha256,
    },
  }
}
