import { compareVersions, type EnumValue } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { Mismatch } from './refuse-version.ts'

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
