import type { EnumValue } from '@emberwatch/contract'
import { enums } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import { newToken } from '../features/base/access/token.ts'
import type { OpenAccessTable } from '../tables/open-access.tables.ts'
import type { Tables } from '../tables/index.ts'

interface KeyOptions extends Partial<Insertable<OpenAccessTable>> {
  /** Default: all. */
  readonly rights?: readonly EnumValue<'openRight'>[]
  /** Who granted it and was shown its secret. */
  readonly by?: number
  readonly projects?: readonly number[]
}

/** Adds a key of the open platform for a company, and returns its secret. */
export const addKey = async (
  db: Kysely<Tables>,
  { id: company_id, path }: { readonly id: number; readonly path: string },
  { rights = enums.openRight, by, projects = [], ...more }: KeyOptions = {},
): Promise<{ id: number; secret: string; prefix: string }> => {
  const mark = randomBytes(6).toString('hex')
  const { id } = await db
    .insertInto('open_access')
    .values({
      company_id,
      path,
      name: `key ${mark}`,
      key_rights: [...rights],
      data_scope: projects.length > 0 ? 'projects' : 'branch',
      expires_at: new Date(Date.now() + 86_400_000 * 30),
      addresses: [],
      per_minute: 1_000_000,
      ticket_granted_by: by ?? null,
      created_by: by ?? null,
      scope_since: new Date(0),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (projects.length > 0)
    await db
      .insertInto('open_access_project')
      .values(projects.map((project_id) => ({ access_id: id, project_id })))
      .execute()
  const { token, hash } = newToken()
  const prefix = `ewk_${mark}`
  await db
    .insertInto('open_secret')
    .values({ access_id: id, prefix, secret_hash: hash, created_by: by ?? null })
    .execute()
  return { id, secret: `${prefix}_${token}`, prefix }
}
