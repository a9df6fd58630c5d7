import { DomainError, type EnumValue, type OperationCode, compareVersions } from '@emberwatch/contract'
import type { Selectable, Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import type { AppVersionTable } from '../../../tables/app-versions.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type App = EnumValue<'appKind'>

const views: Readonly<Record<App, OperationCode>> = { user: 'userApp:view', admin: 'adminApp:view' }

/** Anyone who changes a version of an app needs access to its page. @throws noAccess */
export const assertApp = ({ actor }: Pick<Ctx, 'actor'>, app: App): void => {
  if (!actor.operations.has(views[app])) throw new DomainError('noAccess')
}

type Named = Pick<Selectable<AppVersionTable>, 'app' | 'platform' | 'version_number'>

/** The name of a version in the audit log. */
export const versionName = ({ locale }: Pick<Ctx, 'locale'>, { app, platform, version_number }: Named): string =>
  `${enumLabel(locale, 'appKind', app)} ${enumLabel(locale, 'appPlatform', platform)} ${version_number}`

/** Makes open lists and pages show the change. */
export const announceVersion = (ctx: Ctx, write: Write, change: string, id: number): void =>
  write.emit({ kind: 'appVersion', change, objectId: id, owner: { path: ctx.actor.companyPath, projectId: null } })

type Locale = Pick<Ctx, 'locale'>

/** Refuses at a field, with the reason in words. @throws DomainError precondition */
export const refuseBecause = (
  { locale }: Locale,
  field: string,
  key: Parameters<typeof translate>[1],
  params: Readonly<Record<string, string | number>> = {},
): never => {
  throw new DomainError('precondition', { reason: translate(locale, key, params) }, field)
}

/** A field that does not match, and what it does not match. */
export interface Mismatch {
  readonly mismatch: EnumValue<'apkMismatch'>
  readonly field: 'fileId' | 'versionNumber' | 'versionCode'
  readonly found: string | number
  readonly expected: string | number
}

export const mismatchText = ({ locale }: Locale, { mismatch, found, expected }: Mismatch): string =>
  translate(locale, `enums.apkMismatch.${mismatch}`, { found, expected })

/** @throws DomainError precondition for the first mismatch */
export const refuseMismatch = (ctx: Locale, [first]: readonly Mismatch[]): void => {
  if (first)
    refuseBecause(ctx, first.field, `enums.apkMismatch.${first.mismatch}`, { found: first.found, expected: first.expected })
}

/** A version to be compared with earlier ones. */
export interface Candidate {
  readonly id?: number
  readonly app: EnumValue<'appKind'>
  readonly platform: EnumValue<'appPlatform'>
  readonly versionNumber: string
  readonly versionCode: number | null
  readonly packageName: string | null
  readonly certificates: readonly string[]
  readonly keyChanged: boolean
}

const highest = <T>(values: readonly T[], compare: (a: T, b: T) => number): T | undefined => values.toSorted(compare).at(-1)

/**
 * Where a version does not fit those published before it, including withdrawn ones, which phones still have. Phones accept a version only
 * with a higher code, of the same package, signed by the same certificates.
 */
export const mismatchesWithEarlier = async (db: Kysely<Tables>, candidate: Candidate): Promise<Mismatch[]> => {
  const published = await db
    .selectFrom('app_version')
    .select(['id', 'app', 'version_number', 'version_code', 'package_name', 'certificates'])
    .where('platform', '=', candidate.platform)
    .where('published_at', 'is not', null)
    .orderBy('number_order')
    .execute()
  const { app, versionNumber, versionCode, packageName, certificates } = candidate
  const earlier = published.filter((each) => each.app === app && each.id !== candidate.id)
  const found: Mismatch[] = []
  const number = highest(
    earlier.map((each) => each.version_number),
    compareVersions,
  )
  if (number !== undefined && compareVersions(versionNumber, number) <= 0)
    found.push({ mismatch: 'numberNotHigher', field: 'versionNumber', found: versionNumber, expected: number })
  const code = highest(
    earlier.flatMap((each) => each.version_code ?? []),
    (a, b) => a - b,
  )
  if (code !== undefined && versionCode !== null && versionCode <= code) {
    const field = packageName === null ? 'versionCode' : 'fileId'
    found.push({ mismatch: 'codeNotHigher', field, found: versionCode, expected: code })
  }
  if (packageName === null) return found
  const same = { field: 'fileId', found: packageName } as const
  const other = published.find((each) => each.app !== app && each.package_name === packageName)
  if (other) found.push({ ...same, mismatch: 'otherApp', expected: other.version_number })
  const before = earlier.findLast((each) => each.package_name !== null)
  if (!before) return found
  if (before.package_name !== packageName) found.push({ ...same, mismatch: 'packageName', expected: before.package_name ?? '' })
  else if (!candidate.keyChanged && before.certificates.join() !== certificates.join())
    found.push({ mismatch: 'certificate', field: 'fileId', found: certificates.join(' '), expected: before.version_number })
  return found
}
