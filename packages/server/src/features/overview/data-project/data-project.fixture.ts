import type { Insertable } from 'kysely'
import type { WorkOrderTable } from '../../../tables/orders.tables.ts'
import type { TestWorld } from '../../../testing/context.ts'
import type { Site } from '../../alarms/alarm/alarm.fixture.ts'

const dayMs = 86_400_000

/** Helpers that fill the sites of a world for statistics. */
export const statisticsTools = ({ db, clock }: TestWorld) => {
  const ago = (days: number, seconds = 0): Date => new Date(clock.now().getTime() - days * dayMs + seconds * 1_000)
  let codes = 0
  const addDevice = async ({ owner, customer, project, device }: Site, more: object = {}): Promise<number> => {
    const { model_id } = await db.selectFrom('device').select('model_id').where('id', '=', device).executeTakeFirstOrThrow()
    const row = {
      company_id: owner.id,
      path: owner.path,
      customer_id: customer,
      project_id: project,
      model_id,
      code: `ST${++codes}`,
      name: 'Detector',
      online: true,
      last_seen_at: ago(0),
      bound_at: ago(400),
      ...more,
    }
    return (await db.insertInto('device').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const addFault = async (site: Site, device: number, more: object = {}): Promise<void> => {
    const type = await db.selectFrom('fault_type').select('id').limit(1).executeTakeFirstOrThrow()
    await db
      .insertInto('fault')
      .values({
        company_id: site.owner.id,
        path: site.owner.path,
        customer_id: site.customer,
        project_id: site.project,
        device_id: device,
        point: `d${device}:${++codes}`,
        type_id: type.id,
        source_format: 'EW',
        source_code: 'sensor',
        first_at: ago(1),
        last_at: ago(1),
        ...more,
      })
      .execute()
  }
  const addOrder = (site: Site, more: Partial<Insertable<WorkOrderTable>>) =>
    db
      .insertInto('work_order')
      .values({
        company_id: site.owner.id,
        path: site.owner.path,
        customer_id: site.customer,
        project_id: site.project,
        kind: 'inspect',
        status: 'pending_assign',
        origin: 'plan',
        code: `SO${++codes}`,
        description: '-',
        ...more,
      })
      .execute()
  /** Without the device, fault and orders that come with every site. */
  const emptied = async (site: Site): Promise<Site> => {
    await db
      .updateTable('device')
      .set({ deleted_at: ago(0) })
      .where('id', '=', site.device)
      .execute()
    await db.deleteFrom('fault').where('project_id', '=', site.project).execute()
    return site
  }
  return { ago, addDevice, addFault, addOrder, emptied }
}
