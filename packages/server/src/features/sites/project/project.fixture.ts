import type { DomainError, EnumValue } from '@emberwatch/contract'
import { afterAll, beforeAll } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createProjectType } from './project-type.verbs.ts'
import { createProject } from './project.verbs.ts'

export interface ProjectTest {
  world: TestWorld
  siter: Ctx
  north: Ctx
  agent: Ctx
  south: Ctx
  customer: Ctx
  typeId: number
  modelId: number
}

/** Registers the hooks of a test file: a world with a project type, a device model, and callers. */
export const useProjects = (): ProjectTest => {
  const t = {} as ProjectTest
  beforeAll(async () => {
    const world = await testWorld()
    const { accounts, db } = world
    const siter = await world.ctxOf(accounts.siterAdmin)
    const series = await db
      .insertInto('device_series')
      .values({ code: 'S', name: 'S', network: 'lora' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const model = await db
      .insertInto('device_model')
      .values({ series_id: series.id, code: 'M', name: 'M' })
      .returning('id')
      .executeTakeFirstOrThrow()
    Object.assign(t, {
      world,
      siter,
      north: await world.ctxOf(accounts.northAdmin),
      agent: await world.ctxOf(accounts.northAgentAdmin),
      south: await world.ctxOf(accounts.southAdmin),
      customer: await world.ctxOf(accounts.northCustomer),
      typeId: (await createProjectType(siter, { code: 'OFFICE', nameZh: '写字楼', nameEn: 'Office' })).id,
      modelId: model.id,
    })
  })
  afterAll(() => t.world.stop())
  return t
}

/** The input of a project form. */
export const said = ({ typeId, world }: ProjectTest) => ({
  name: 'Tower',
  typeId,
  customerId: world.customers.northAgent,
  address: '1 Road',
  maintenanceYears: 2,
  inspectionCycleDays: 30,
  maintenanceCycleDays: 90,
  notifyMethods: ['app' as const],
})

let codes = 0

/** Creates projects with contents, and reads the results. */
export const helpersOf = (t: ProjectTest) => {
  const row = (id: number) => t.world.db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const placeOf = async (id: number) => {
    const { company_id, path, customer_id } = await row(id)
    return { company_id, path, customer_id, project_id: id }
  }
  const audits = (id: number, kind = 'project') =>
    t.world.db
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('object_kind', '=', kind)
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  return {
    row,
    placeOf,
    audits,
    create: async (more: object = {}, ctx = t.agent): Promise<number> => (await createProject(ctx, { ...said(t), ...more })).id,
    set: (id: number, values: object) => t.world.db.updateTable('project').set(values).where('id', '=', id).execute(),
    lastAudit: async (id: number, kind?: string) => (await audits(id, kind)).at(-1),
    lastEvent: () =>
      t.world.db
        .selectFrom('live_event')
        .selectAll()
        .where('kind', '=', 'project')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    addGateway: async (id: number) => {
      const gateway = { model_id: t.modelId, code: `PG${++codes}`, name: 'Gateway', secret_hash: Buffer.alloc(32) }
      await t.world.db
        .insertInto('gateway')
        .values({ ...(await placeOf(id)), ...gateway })
        .execute()
    },
    addDevice: async (id: number, more: object = {}): Promise<number> => {
      const device = { model_id: t.modelId, code: `PD${++codes}`, name: 'Detector', online: true, ...more }
      const row = await t.world.db
        .insertInto('device')
        .values({ ...(await placeOf(id)), ...device })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    addOrder: async (id: number, kind: EnumValue<'orderKind'>, status: EnumValue<'orderStatus'> = 'processing') => {
      const order = { kind, status, code: `PO${++codes}`, origin: 'manual' as const, description: '-' }
      await t.world.db
        .insertInto('work_order')
        .values({ ...(await placeOf(id)), ...order })
        .execute()
    },
  }
}

/** The field or reason of a refusal; undefined if it was accepted. */
export const refusal = async (promise: Promise<unknown>) => {
  try {
    await promise
    return undefined
  } catch (thrown) {
    const error = thrown as DomainError
    return [error.reason, error.field ?? error.params['reason']] as const
  }
}
