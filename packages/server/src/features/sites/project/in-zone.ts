import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { filtered } from '../../../platform/rows/filter.ts'

interface Place {
  readonly country?: string
  readonly province?: string
  readonly city?: string
  readonly region?: string
  readonly projectTypeId?: number
}

/** Up to so many projects are passed as ids, so that the planner knows how few they are. With more, scanning the list finds a page quickly. */
const idLimit = 1_000

/** The rows of a table whose project lies in an area, or is of a type. Undefined if neither is asked for. */
export const inZone = async (
  db: Kysely<Tables>,
  table: 'alarm' | 'fault' | 'work_order',
  { country, province, city, region, projectTypeId }: Place,
): Promise<RawBuilder<boolean> | undefined> => {
  const place = { country, province, city, region, typeId: projectTypeId }
  if (Object.values(place).every((one) => one === undefined || one === '')) return undefined
  const projects = filtered(db.selectFrom('project'), 'project', place, { equal: ['typeId'], zone: true }).select('project.id')
  const found = await projects.limit(idLimit + 1).execute()
  const column = sql.ref(`${table}.project_id`)
  return found.length > idLimit
    ? sql<boolean>`${column} in (${projects})`
    : sql<boolean>`${column} = any(${found.map(({ id }) => id)}::bigint[])`
}
