import type { DutyShift } from '@emberwatch/contract'
import type { Ctx } from '../src/platform/context.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const shift = (name: string, starts: string, ends: string, first: number): DutyShift => ({
  name,
  starts,
  ends,
  weekdays: everyDay,
  first,
  turns: true,
})

/** The desk of the demo's distributor: three shifts a day, which its three people change among themselves every week. */
export const seedDemoDuty = async ({ systemDb, clock }: Ctx): Promise<void> => {
  const rows = await systemDb
    .selectFrom('account')
    .select(['id', 'account', 'company_id', 'path'])
    .where('account', 'in', ['northduty', 'northadmin', 'northengineer'])
    .orderBy('id')
    .execute()
  const [first] = rows
  if (!first) return
  const ids = rows.map(({ id }) => id)
  await systemDb
    .insertInto('duty_team')
    .values({
      company_id: first.company_id,
      path: first.path,
      name: 'Monitoring desk 监控中心值班组',
      time_zone: 'Asia/Shanghai',
      member_ids: ids,
      shifts: JSON.stringify([
        shift('Early 早班', '08:00', '16:00', 0),
        shift('Late 中班', '16:00', '00:00', 1),
        shift('Night 夜班', '00:00', '08:00', 2),
      ]),
      groups: JSON.stringify(ids.map((id) => [id])),
      turn_length: 1,
      turn_unit: 'week',
      starts_on: new Date(clock.now().getTime() - 14 * 86_400_000).toISOString().slice(0, 10),
      remark: '',
    })
    .execute()
}
