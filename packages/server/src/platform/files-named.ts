import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'

/** Name and size of files by id, for everybody who sees what refers to them. */
export const filesNamed = async (systemDb: Kysely<Tables>, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, never>()
  const files = await systemDb
    .selectFrom('file')
    .select(['id', 'name', 'size'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()
  return new Map(files.map((file) => [file.id, file] as const))
}
