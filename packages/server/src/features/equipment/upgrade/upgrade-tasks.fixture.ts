import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { enableTask } from './upgrade-task-start.verbs.ts'
import { saveTask } from './upgrade-task.verbs.ts'
import { addEdition, addFirmwareKey } from './upgrade.fixture.ts'

type Save = InputOf<typeof endpoints.upgradeTask.save>
export type Owner = 'north' | 'south'

/** Two companies with devices of one model, covering every case that a task may meet. */
export interface UpgradeWorld {
  readonly world: TestWorld
  readonly north: Ctx
  readonly south: Ctx
  readonly modelId: number
  /** 1.2.0, which 1.0.0 reaches only by way of 1.1.0, and 0.9.0 not at all. */
  readonly edition: number
  /** Ids of devices by their codes. */
  readonly devices: Readonly<Record<string, number>>
  readonly places: Readonly<Record<Owner, { readonly project: number; readonly customer: number }>>
  /** The gateway of a company's devices. */
  readonly gatewayOf: (owner: Owner) => number
  readonly plan: (more?: Partial<Save>) => Save
  readonly made: (more?: Partial<Save>, ctx?: Ctx) => Promise<number>
  readonly enabled: (more?: Partial<Save>, ctx?: Ctx) => Promise<number>
}

const addPlaces = async ({ db, companies }: TestWorld, owner: Owner) => {
  const rows = await addOwnedRows(db, companies[owner])
  return { project: Number(rows.project), customer: Number(rows.customer), gateway: Number(rows.gateway) }
}

export const upgradeWorld = async (): Promise<UpgradeWorld> => {
  const world = await testWorld()
  const { db } = world
  const north = await world.ctxOf(world.accounts.northAdmin)
  const south = await world.ctxOf(world.accounts.southAdmin)
  const places = { north: await addPlaces(world, 'north'), south: await addPlaces(world, 'south') }
  const series = await db
    .insertInto('device_series')
    .values({ code: 'UPS', name: 'Series', network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: modelId } = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: 'UPM', name: 'Smoke detector' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = await addFirmwareKey(db)
  const release = (version: string, initialVersion: string) =>
    addEdition(db, world.systemCtx.files, key, { modelId, modelCode: 'UPM', version, initialVersion, bytes: 100 })
  await release('1.0.0', '0.9.5')
  await release('1.1.0', '1.0.0')
  const { id: edition } = await release('1.2.0', '1.1.0')
  const devices: Record<string, number> = {}
  const addDevice = async (owner: Owner, name: string, firmware: string | null, more: object = {}): Promise<void> => {
    const { id: company_id, path } = world.companies[owner]
    const { project: project_id, customer: customer_id, gateway: gateway_id } = places[owner]
    const code = `${owner}-${name}`
    const row = { company_id, path, customer_id, project_id, gateway_id, model_id: modelId, code, name: code, firmware }
    const { id } = await db
      .insertInto('device')
      .values({ ...row, bound_at: new Date().toISOString(), ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
    devices[code] = id
  }
  for (const owner of ['north', 'south'] as const) {
    await addDevice(owner, 'old', '1.0.0')
    await addDevice(owner, 'mid', '1.1.0')
    await addDevice(owner, 'new', '1.2.0')
    await addDevice(owner, 'stuck', '0.9.0')
    await addDevice(owner, 'unknown', null)
    await addDevice(owner, 'off', '1.1.0', { enabled: false })
    await addDevice(owner, 'stock', '1.1.0', { project_id: null, gateway_id: null })
  }
  const plan = (more: Partial<Save> = {}): Save => ({
    name: 'Roll-out',
    editionId: edition,
    targetType: 'filter',
    method: 'silent',
    waves: [50, 100],
    successShare: 90,
    failureShare: 10,
    retries: 1,
    retryAfterS: 60,
    ...more,
  })
  const made = async (more: Partial<Save> = {}, ctx = north): Promise<number> => (await saveTask(ctx, plan(more))).id
  const enabled = async (more: Partial<Save> = {}, ctx = north): Promise<number> => {
    const id = await made(more, ctx)
    await enableTask(ctx, { id })
    return id
  }
  const gatewayOf = (owner: Owner): number => places[owner].gateway
  return { world, north, south, modelId, edition, devices, places, gatewayOf, plan, made, enabled }
}

/** The codes of a task's devices. */
export const codesOf = async ({ db }: TestWorld, taskId: number): Promise<string[]> => {
  const rows = await db.selectFrom('upgrade_device').select('code').where('task_id', '=', taskId).orderBy('code').execute()
  return rows.map(({ code }) => code)
}

/** What the audit log says was done with a task or a device of one, in order. */
export const auditsOf = async ({ db }: TestWorld, kind: 'upgrade_task' | 'upgrade_device', id: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('audit_log')
    .select('action')
    .where('object_kind', '=', kind)
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

/** Puts a device of a task into a final state, as the engine would. Returns its row id. */
export const settle = async ({ db }: TestWorld, taskId: number, state: 'succeeded' | 'failed', code: string): Promise<number> => {
  const { id } = await db
    .updateTable('upgrade_device')
    .set({ state, ...(state === 'failed' ? { failure: 'install' as const } : {}) })
    .where('task_id', '=', taskId)
    .where('code', '=', code)
    .returning('id')
    .executeTakeFirstOrThrow()
  const counter = `n_${state}` as const
  await db
    .updateTable('upgrade_task')
    .set((e) => ({ n_waiting: e('n_waiting', '-', 1), [counter]: e(counter, '+', 1), started_at: new Date().toISOString() }))
    .where('id', '=', taskId)
    .execute()
  return id
}
