import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld, type WorldCompany } from '../../../testing/context.ts'

/** A world for gateway tests: a gateway model and a device model, and an approved project each for north and its agent. */
export interface GatewayWorld {
  readonly world: TestWorld
  readonly north: Ctx
  readonly agent: Ctx
  readonly south: Ctx
  readonly modelId: number
  readonly deviceModelId: number
  readonly projectId: number
  readonly agentProjectId: number
}

export const gatewayWorld = async (): Promise<GatewayWorld> => {
  const world = await testWorld()
  const { accounts, companies, db } = world
  const series = await db
    .insertInto('device_series')
    .values({ code: 'GS1', name: 'Series', network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const type = await db
    .insertInto('project_type')
    .values({ code: 'GT1', name_zh: '类型', name_en: 'Type' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const addProject = async ({ id, path }: WorldCompany, code: string): Promise<number> => {
    const owner = { company_id: id, path }
    const customer = await db
      .insertInto('customer')
      .values({ ...owner, name: `Customer ${code}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const terms = { maintenance_years: 1, inspection_cycle_days: 30, maintenance_cycle_days: 90 }
    const project = await db
      .insertInto('project')
      .values({
        ...owner,
        ...terms,
        customer_id: customer.id,
        type_id: type.id,
        code,
        name: `Project ${code}`,
        audit: 'approved',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return project.id
  }
  const projectId = await addProject(companies.north, 'GP-1')
  const agentProjectId = await addProject(companies.northAgent, 'GP-2')
  const ofDevices = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: 'GD1', name: 'Detector model' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: 'GM1', name: 'Gateway model', is_gateway: true, heartbeat_s: 60, offline_after_s: 180 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    world,
    north: await world.ctxOf(accounts.northAdmin),
    agent: await world.ctxOf(accounts.northAgentAdmin),
    south: await world.ctxOf(accounts.southAdmin),
    modelId: added.id,
    deviceModelId: ofDevices.id,
    projectId,
    agentProjectId,
  }
}
