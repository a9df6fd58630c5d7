import { createHash } from 'node:crypto'
import { type EnumValue, compareVersions, type endpoints, type InputOf, type OutputOf, DomainError } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AppVersionTable } from '../../../tables/app-versions.tables.ts'
import { noteInstall } from './app-install.verbs.ts'
import type { FileReply } from '../../../platform/http/binding.ts'

/**
 * Whether an installation is among the first percent of a roll-out. Its number is fixed per version, so it stays in when the share rises.
 * It is different for the next version, so that nobody is always the first.
 */
export const isDrawn = (installId: string, versionId: number, percent: number): boolean =>
  createHash('sha256').update(`${versionId} ${installId}`).digest().readUInt32BE(0) % 100 < percent

type Db = Kysely<Tables>

/** The path of the company with this code. An unknown code counts as none, so that an app cannot find out which codes exist. */
const pathOfCompany = async (db: Db, code: string | undefined): Promise<string | null> => {
  if (code === undefined || code === '') return null
  const row = await db
    .selectFrom('company')
    .select('path')
    .where(sql<boolean>`lower(org_code) = ${code.toLowerCase()}`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.path ?? null
}

/** The published versions of an app intended for a company (null: for none), newest first; for a roll-out, only if the phone is drawn. */
export const offeredVersions = (
  db: Db,
  app: EnumValue<'appKind'>,
  platforms: readonly EnumValue<'appPlatform'>[],
  companyPath: string | null,
) =>
  db
    .selectFrom('app_version')
    .selectAll()
    .where('app', '=', app)
    .where('platform', 'in', platforms)
    .where('state', '=', 'published')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(app_target <> 'company' or exists (select 1 from company as target
        where target.id = any(app_version.company_ids) and ${isInBranch(sql`${companyPath ?? ''}`, 'target.path')}))`,
    )
    .orderBy('number_order', 'desc')
    .execute()

type Query = typeof endpoints.appVersion.query
type Row = Selectable<AppVersionTable>

/** Phones compare codes, people compare version numbers. Both rise with each published version. */
const isNewer = (row: Row, { version, versionCode }: InputOf<Query>): boolean =>
  row.version_code !== null && versionCode !== undefined
    ? row.version_code > versionCode
    : compareVersions(row.version_number, version) > 0

/** Relative to the address of the calls. */
const downloadPath = (fileId: string): string => `web/app/version/download?file=${fileId}`

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

interface Wanted {
  readonly app: EnumValue<'appKind'>
  readonly companyCode?: string | undefined
  /** The phone's platform, if known. */
  readonly platform?: EnumValue<'appPlatform'> | undefined
}

/**
 * Where somebody without the app gets it: the newest version that is out for everybody, or else one still being rolled out. Relative to the
 * address of the calls, or an address in a store; null if there is none.
 */
export const newestAppUrl = async (db: Kysely<Tables>, { app, companyCode, platform }: Wanted): Promise<string | null> => {
  const companyPath = await pathOfCompany(db, companyCode)
  const offered = await offeredVersions(db, app, platform ? [platform] : ['android', 'ios'], companyPath)
  const found = offered.find((row) => row.app_target !== 'rollout') ?? offered[0]
  if (!found) return null
  return found.store_url ?? downloadPath(found.file_id ?? '')
}

/** The address behind the QR code. It stays the same for all versions. Null while there is no app. */
export const appDownloadPath = async (
  db: Kysely<Tables>,
  app: EnumValue<'appKind'>,
  companyCode: string | null,
): Promise<string | null> => {
  const url = await newestAppUrl(db, { app, companyCode: companyCode ?? undefined })
  if (url === null) return null
  return `web/app/download/${app}${companyCode === null ? '' : `?company=${encodeURIComponent(companyCode)}`}`
}

/** The APK of a published version, for anybody who knows its address. Drafts and withdrawn versions are not served. */
export const downloadVersion = async (ctx: Ctx, input: InputOf<typeof endpoints.appVersion.download>): Promise<FileReply> => {
  const row = await ctx.systemDb
    .selectFrom('app_version')
    .innerJoin('file', 'file.id', 'app_version.file_id')
    .select(['file.id', 'file.mime', 'file.size', 'file.sha256', 'app_version.app', 'app_version.version_number'])
    .where('app_version.file_id', '=', input.file)
    .where('app_version.state', '=', 'published')
    .where('app_version.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  const { id, mime, size, sha256, app, version_number } = row
  // Not public, so that no cache serves it after it was withdrawn.
  return {
    stream: ctx.files.read(id),
    part: (range) => ctx.files.read(id, range),
    mime,
    size,
    name: `${app}-${version_number}.apk`,
    inline: false,
    etag: `"${sha256}"`,
    public: false,
  }
}
