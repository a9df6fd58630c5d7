import type { FirmwareKeyRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { accountName, fields } from '../../../platform/rows/columns.ts'
import { currentKey, opens } from './firmware-key.store.ts'

// Only the system may read this table, because of its private keys. They are not read here.
const rows = ({ systemDb }: Ctx) =>
  systemDb
    .selectFrom('firmware_key')
    .select(fields('firmware_key', ['id', 'publicKey', 'previousId', 'previousSignature', 'createdAt', 'retiredAt']))
    .select([
      accountName('firmware_key.created_by').as('createdBy'),
      sql<number>`(select count(*) from firmware_edition where firmware_edition.key_id = firmware_key.id and firmware_edition.deleted_at is null)`.as(
        'editions',
      ),
    ])

type Read = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>

const withUsable = async (ctx: Ctx, read: Read): Promise<FirmwareKeyRow[]> => {
  const current = await currentKey(ctx.systemDb)
  const usable = current !== undefined && opens(ctx.config.dataDir, current)
  return read.map((row) => ({ ...row, usable: usable && row.id === current.id }))
}

/** All keys, newest first. */
export const listKeys = async (ctx: Ctx): Promise<FirmwareKeyRow[]> =>
  withUsable(ctx, await rows(ctx).orderBy('firmware_key.number', 'desc').execute())

export const keyRow = async (ctx: Ctx, id: string): Promise<FirmwareKeyRow> => {
  const [row] = await withUsable(ctx, await rows(ctx).where('firmware_key.id', '=', id).execute())
  if (!row) throw new Error(`no firmware key ${id}`)
  return row
}
