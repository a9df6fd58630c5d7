import type { endpoints, EnumValue, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld, type WorldCompany } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { createOrder } from './order.verbs.ts'
import type { OrderStatus } from './order.store.ts'

type CreateInput = InputOf<typeof endpoints.repairOrder.create>

/** A site of a company: the ids of one row of each kind (testing/rows.ts). */
export type Site = { readonly [E in 'project' | 'device' | 'alarm' | 'fault' | 'customer' | 'sign_site']: number }

const siteOf = (rows: OwnedRows): Site => rows as Site

export interface OrderWorld extends TestWorld {
  /** One site of North Distributor, one of South Distributor. */
  readonly site: Site
  readonly southSite: Site
  /** North's manager, who has every operation and is not assigned to anything. */
  readonly manager: Ctx
  /** North's engineer. */
  readonly engineer: Ctx
  /** The operating company's engineer, who sees everything and is not assigned to anything. */
  readonly stranger: Ctx
  readonly bare: Ctx
  readonly sibling: Ctx
  readonly siter: Ctx
  newSite(company: WorldCompany): Promise<Site>
  /** Creates a repair order for the site of North, as its manager. */
  newOrder(input?: Partial<CreateInput>): Promise<number>
  /** The same, put into a status without its history. North's engineer is assigned, and has completed it where it is complete. */
  orderIn(status: OrderStatus): Promise<number>
  rowOf(id: number): Promise<{
    status: OrderStatus
    version: number
    deleted_at: string | null
    finished_at: string | null
    completed_by: number | null
  }>
}

const completed: readonly EnumValue<'orderStatus'>[] = ['pending_verify', 'pending_evaluation', 'complete']

export const orderWorld = async (): Promise<OrderWorld> => {
  const world = await testWorld()
  const { db, accounts, companies } = world
  const newSite = async (company: WorldCompany): Promise<Site> => siteOf(await addOwnedRows(db, company))
  const site = await newSite(companies.north)
  const southSite = await newSite(companies.south)
  const [manager, engineer, stranger, bare, sibling, siter] = await Promise.all([
    world.ctxOf(accounts.northAdmin),
    world.ctxOf(accounts.northEngineer),
    world.ctxOf(accounts.siterEngineer),
    world.ctxOf(accounts.northBare),
    world.ctxOf(accounts.southAdmin),
    world.ctxOf(accounts.siterAdmin),
  ])
  const newOrder = async (input: Partial<CreateInput> = {}): Promise<number> => {
    const { id } = await createOrder(manager, 'repair', {
      deviceIds: [site.device],
      priority: 'normal',
      description: 'no signal',
      ...input,
    })
    return id
  }
  return {
    ...world,
    site,
    southSite,
    manager,
    engineer,
    stranger,
    bare,
    sibling,
    siter,
    newSite,
    newOrder,
    async orderIn(status) {
      const id = await newOrder(status === 'pending_assign' ? {} : { engineerIds: [accounts.northEngineer.id] })
      const done = completed.includes(status) ? { completed_by: accounts.northEngineer.id, finished_at: new Date() } : {}
      await db
        .updateTable('work_order')
        .set({ status, ...done, ...(status === 'on_hold' ? { held_from: 'processing' as const, hold_reason: 'no part' } : {}) })
        .where('id', '=', id)
        .execute()
      return id
    },
    rowOf: (id) =>
      db
        .selectFrom('work_order')
        .select(['status', 'version', 'deleted_at', 'finished_at', 'completed_by'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
  }
}
