import { randomBytes } from 'node:crypto'
import type { TestServer, WorldCompany } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'

export interface Site {
  readonly projectId: number
  readonly gateway: { id: number; code: string }
  readonly smoke: { id: number; code: string; modelId: number }
  readonly sounder: { id: number; code: string; modelId: number }
  readonly commandId: number
}
const newModel = async (db: TestServer['db']): Promise<number> => {
  const mark = randomBytes(4).toString('hex')
  const series = await db.selectFrom('device_series').select('id').limit(1).executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: mark, name: `Sounder ${mark}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A project with an online gateway, a smoke detector, and a sounder that understands a command. */
export const newSite = async (server: TestServer, operator: string, company: WorldCompany, more: object): Promise<Site> => {
  const rows = await addOwnedRows(server.db, company)
  const { db } = server
  const gateway = await db
    .updateTable('gateway')
    .set({ online: true })
    .where('id', '=', Number(rows.gateway))
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  const smoke = await db.selectFrom('device').selectAll().where('id', '=', Number(rows.device)).executeTakeFirstOrThrow()
  const modelId = await newModel(db)
  const { company_id, path, customer_id, project_id } = smoke
  const sounder = await db
    .insertInto('device')
    .values({
      company_id,
      path,
      customer_id,
      project_id,
      gateway_id: gateway.id,
      model_id: modelId,
      code: `SN${gateway.code}`,
      name: 'Sounder',
      bound_at: new Date(),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  const command = { modelId, name: 'Sound', code: 'sound', encoding: 'json', timeoutS: 30, retries: 0, ...more }
  const answer = await server.call('POST', 'web/deviceCommand/create', command, operator)
  if (!answer.success) throw new Error(answer.msg)
  return {
    projectId: Number(rows.project),
    gateway,
    smoke: { id: smoke.id, code: smoke.code, modelId: smoke.model_id },
    sounder: { ...sounder, modelId },
    commandId: (answer.data as { id: number }).id,
  }
}
