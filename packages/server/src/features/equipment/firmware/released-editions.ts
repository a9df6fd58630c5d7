import { fitsHardware, type EnumValue, type RouteEdition } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import { fields } from '../../../platform/rows/columns.ts'
import type { Tables } from '../../../tables/index.ts'

/** Everything needed to offer an edition to a device. */
export interface ReleasedEdition extends RouteEdition {
  readonly name: string
  readonly modelId: number
  /** As signed at the time of release. */
  readonly modelCode: string
  readonly targetType: EnumValue<'firmwareTarget'>
  readonly fileId: string
  readonly size: number
  readonly sha256: string
  readonly signature: string
  readonly keyId: string
}

const editions = (db: Kysely<Tables>) =>
  db
    .selectFrom('firmware_edition')
    .select(fields('firmware_edition', ['id', 'name', 'modelId', 'hardware', 'initialVersion', 'package', 'targetType']))
    .select(fields('firmware_edition', ['fileId', 'size', 'sha256', 'signature', 'keyId', 'state']))
    .select(['firmware_edition.signed_model as modelCode', 'firmware_edition.edition_version as version'])
    .where('firmware_edition.deleted_at', 'is', null)

type Read = Awaited<ReturnType<ReturnType<typeof editions>['execute']>>[number]

/** Released editions are signed; a table constraint ensures it. */
const signed = (row: Read): ReleasedEdition => {
  const { signature, keyId, modelCode } = row
  if (signature === null || keyId === null || modelCode === null) throw new Error(`firmware edition ${row.id} is not signed`)
  return { ...row, signature, keyId, modelCode }
}

/** The editions that devices of a model and hardware revision (null: unknown) may get now: the input of `planRoute`. */
export const releasedEditions = async (
  db: Kysely<Tables>,
  modelId: number,
  hardware: string | null,
): Promise<ReleasedEdition[]> => {
  const rows = await editions(db)
    .where('firmware_edition.model_id', '=', modelId)
    .where('firmware_edition.state', '=', 'released')
    .orderBy('firmware_edition.id')
    .execute()
  return rows.filter((row) => fitsHardware(row, hardware)).map(signed)
}

/** A released edition, including a withdrawn one (`isOffered` tells which); undefined for a draft. */
export const releasedEdition = async (db: Kysely<Tables>, id: number): Promise<ReleasedEdition | undefined> => {
  const row = await editions(db)
    .where('firmware_edition.id', '=', id)
    .where('firmware_edition.state', '<>', 'draft')
    .executeTakeFirst()
  return row && signed(row)
}
