import type { EnumValue } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { downloadPath } from './next-version.ts'
import { offeredVersions, pathOfCompany } from './offered-versions.ts'

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
