import { sql, type Kysely, type Selectable } from 'kysely'
import { openSecret, sealSecret } from '../../../platform/secret-box.ts'
import type { Write } from '../../../platform/transact.ts'
import type { FirmwareKeyTable } from '../../../tables/firmware.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import type { NewKey } from './ed25519.ts'

export type StoredKey = Selectable<FirmwareKeyTable>

const boundTo = (id: string): string => `firmware_key:${id}`

/** Only one write at a time signs or changes keys, so that nothing is released with a key that is being retired. */
export const lockKeys = async (write: Write): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('firmware keys'))`.execute(write.systemDb)
}

/** The key that is used for signing. */
export const currentKey = (systemDb: Kysely<Tables>): Promise<StoredKey | undefined> =>
  systemDb.selectFrom('firmware_key').selectAll().where('retired_at', 'is', null).executeTakeFirst()

/** All keys, newest first. */
export const allKeys = (systemDb: Kysely<Tables>): Promise<StoredKey[]> =>
  systemDb.selectFrom('firmware_key').selectAll().orderBy('number', 'desc').execute()

/** The private key in clear text. Use it only to sign. @throws if the data directory's key is not the one that sealed it */
export const openKey = (dataDir: string, { id, secret }: Pick<StoredKey, 'id' | 'secret'>): string =>
  openSecret(dataDir, secret, boundTo(id))

/** Whether the data directory's key can still open it. */
export const opens = (dataDir: string, key: Pick<StoredKey, 'id' | 'secret'>): boolean => {
  try {
    openKey(dataDir, key)
    return true
  } catch {
    return false
  }
}

/** Retires a key, so that nobody can sign with it any more. */
export const retireKey = async (write: Write, id: string): Promise<void> => {
  await write.systemDb.updateTable('firmware_key').set({ retired_at: write.at }).where('id', '=', id).execute()
}

/** Stores a key, signed by the previous one, which it replaces. */
export const storeKey = async (
  write: Write,
  dataDir: string,
  { id, publicKey, secret }: NewKey,
  before?: { readonly id: string; readonly signature: string },
): Promise<void> => {
  if (before) await retireKey(write, before.id)
  await write.systemDb
    .insertInto('firmware_key')
    .values({
      id,
      public_key: publicKey,
      secret: sealSecret(dataDir, secret, boundTo(id)),
      previous_id: before?.id ?? null,
      previous_signature: before?.signature ?? null,
      created_at: write.at,
      created_by: write.by,
    })
    .execute()
}
