import type { Kysely } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Tables } from '../../../tables/index.ts'
import type { Write } from '../../../platform/transact.ts'
import { newToken } from '../../base/access/token.ts'

type Db = Kysely<Tables>

export const projectsOfKey = async (db: Db, accessId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('open_access_project')
    .select('project_id')
    .where('access_id', '=', accessId)
    .orderBy('project_id')
    .execute()
  return rows.map((row) => row.project_id)
}

export const replaceProjects = async (db: Db, accessId: number, projectIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('open_access_project').where('access_id', '=', accessId).execute()
  if (projectIds.length === 0) return
  await db
    .insertInto('open_access_project')
    .values(projectIds.map((project_id) => ({ access_id: accessId, project_id })))
    .execute()
}

/** Ends the present secret at a time, or now, and all former ones now. */
export const retireSecrets = async (db: Db, accessId: number, until: Date | null): Promise<void> => {
  const former = db.deleteFrom('open_secret').where('access_id', '=', accessId)
  await (until === null ? former : former.where('valid_until', 'is not', null)).execute()
  if (until !== null) await db.updateTable('open_secret').set({ valid_until: until }).where('access_id', '=', accessId).execute()
}

/** Records where and when a secret was used, if that was a minute ago. */
export const touchSecret = async (db: Db, secretId: number, ip: string, now: Date, before: Date): Promise<void> => {
  await db
    .updateTable('open_secret')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', secretId)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', before.toISOString())]))
    .execute()
}

const shape = /^(ewk_[0-9a-f]{12})_([\w-]{43})$/

/** The parts of a secret: by which it is found, and which must be right. Undefined for what cannot be one. */
export const partsOf = (secret: string): { prefix: string; token: string } | undefined => {
  const [, prefix, token] = shape.exec(secret) ?? []
  return prefix === undefined || token === undefined ? undefined : { prefix, token }
}

/** Gives a key a new present secret and returns it: `ewk_`, 12 digits that may be shown, and 256 random bits. */
export const addSecret = async (write: Write, accessId: number): Promise<{ secret: string; prefix: string }> => {
  const prefix = `ewk_${randomBytes(6).toString('hex')}`
  const { token, hash } = newToken()
  await write.systemDb // the key was created or locked in this write
    .insertInto('open_secret')
    .values({ access_id: accessId, prefix, secret_hash: hash, created_at: write.at, created_by: write.by })
    .execute()
  return { secret: `${prefix}_${token}`, prefix }
}
