import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Kysely } from 'kysely'

type Db = Kysely<Tables>

/** What is handed over, and between which companies. Paths are those before the move. */
export interface Places {
  readonly kind: 'project' | 'company'
  readonly id: number
  readonly name: string
  readonly from: Company
  readonly to: Company
  /** For a company: its present path, and its path below the new parent. For a project: those of its companies. */
  readonly oldPath: string
  readonly newPath: string
  /** For a project: its new customer, if one was chosen. */
  readonly customerId: number | null
  /** Its present customer, with the name for a copy. */
  readonly customer?: { readonly id: number; readonly name: string }
}

export interface Company {
  readonly id: number
  readonly name: string
  readonly path: string
  readonly type: string
}

const companyOf = (db: Db, id: number): Promise<Company | undefined> =>
  db
    .selectFrom('company')
    .select(['id', 'name', 'path', 'type'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Undefined if any part no longer exists. `db` determines what is visible. */
export const projectPlaces = async (
  db: Db,
  input: { readonly projectId: number; readonly companyId: number; readonly customerId?: number | null },
): Promise<Places | undefined> => {
  const project = await db
    .selectFrom('project')
    .innerJoin('customer', 'customer.id', 'project.customer_id')
    .select(['project.id', 'project.name', 'project.company_id', 'customer.id as customerId', 'customer.name as customerName'])
    .where('project.id', '=', input.projectId)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!project) return undefined
  const [from, to] = await Promise.all([companyOf(db, project.company_id), companyOf(db, input.companyId)])
  if (!from || !to) return undefined
  return {
    kind: 'project',
    id: project.id,
    name: project.name,
    from,
    to,
    oldPath: from.path,
    newPath: to.path,
    customerId: input.customerId ?? null,
    customer: { id: project.customerId, name: project.customerName },
  }
}

export const companyPlaces = async (
  db: Db,
  systemDb: Db,
  input: { readonly companyId: number; readonly parentId: number },
): Promise<Places | undefined> => {
  const row = await db
    .selectFrom('company')
    .select(['id', 'name', 'path', 'parent_id'])
    .where('id', '=', input.companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.parent_id === null) return undefined
  // Not scoped: the caller is above the company, and whether they see its parent is a matter of the rules.
  const [from, to] = await Promise.all([companyOf(systemDb, row.parent_id), companyOf(db, input.parentId)])
  if (!from || !to) return undefined
  return {
    kind: 'company',
    id: row.id,
    name: row.name,
    from,
    to,
    oldPath: row.path,
    newPath: `${to.path}.${row.id}`,
    customerId: null,
  }
}

/** The company that both ends are below, or one of the ends. */
export const commonPath = ({ from, to }: Places): string => {
  const [left, right] = [from.path.split('.'), to.path.split('.')]
  const until = left.findIndex((id, index) => id !== right[index])
  return left.slice(0, until === -1 ? left.length : until).join('.')
}

/** Whether it is the caller's own company, or one above, which they may not move. */
export const isOwnOrAbove = (ctx: Ctx, { kind, oldPath }: Places): boolean =>
  kind === 'company' && (oldPath === ctx.actor.companyPath || !isBelow(oldPath, ctx.actor.companyPath))
