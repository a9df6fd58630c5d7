import type { endpoints, InputOf, Position, EnumValue } from '@emberwatch/contract'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { derivedKey } from '../../../platform/secret-box.ts'

type Fields = Omit<InputOf<typeof endpoints.signSite.create>, 'projectId' | 'tagCode'>

/** The columns that a form sets about a sign-in address. */
export const columnsOf = ({ name, address, floor, position, radiusM }: Fields) => ({
  name,
  address,
  floor: floor ?? null,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  coordinate_system: position?.coordinateSystem ?? null,
  radius_m: radiusM,
})

/** A row's position; null if it has none. */
export const positionOf = (row: {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly coordinate_system: Position['coordinateSystem'] | null
}): Position | null =>
  row.latitude === null || row.longitude === null
    ? null
    : { latitude: row.latitude, longitude: row.longitude, coordinateSystem: row.coordinate_system ?? 'WGS84' }

interface Site {
  readonly id: number
  readonly project_id: number
  readonly tag_code: string
}

/** As in `sign-site.verbs.ts`: a code can be typed from a label. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** 49 bits. Each try is a sign-in under the name of an engineer, so nobody tries often. */
const length = 10

const signatureOf = (dataDir: string, { id, project_id, tag_code }: Site): string => {
  const mac = createHmac('sha256', derivedKey(dataDir, 'sign-site'))
    .update(`${project_id} ${id} ${tag_code.toUpperCase()}`)
    .digest()
  return Array.from(mac.subarray(0, length), (byte) => letters.charAt(byte % letters.length)).join('')
}

/** The text of the QR code at a sign-in address: whoever knows only its number cannot make one. */
export const signedCodeOf = ({ config }: Pick<Ctx, 'config'>, site: Site): string =>
  `${site.tag_code}.${signatureOf(config.dataDir, site)}`

/** What a code that was scanned or typed at a sign-in address proves. */
export const judgeScan = async ({ config, systemDb }: Ctx, text: string, site: Site): Promise<EnumValue<'signScan'>> => {
  // A Chinese keyboard types full-width letters and another full stop.
  const [, tagCode = '', signature = ''] =
    /^(.+)\.([^.]+)$/.exec(text.normalize('NFKC').trim().replace('。', '.').toUpperCase()) ?? []
  const isOf = (one: Site): boolean => {
    const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(config.dataDir, one))]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  if (site.tag_code.toUpperCase() === tagCode && isOf(site)) return 'valid'
  // Whoever holds a genuine code may learn that it is one, wherever its address is.
  const other = await systemDb
    .selectFrom('sign_site')
    .select(['id', 'project_id', 'tag_code'])
    .where(sql<string>`lower(tag_code)`, '=', tagCode.toLowerCase())
    .where('id', '<>', site.id)
    .execute()
  return other.some(isOf) ? 'elsewhere' : 'forged'
}
