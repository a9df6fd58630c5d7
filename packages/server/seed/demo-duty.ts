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

interface Desk {
  readonly accounts: readonly string[]
  readonly name: string
  readonly shifts: readonly [early: string, late: string, night: string]
}

const desks: readonly Desk[] = [
  { accounts: ['northduty', 'northadmin', 'northengineer'], name: 'Monitoring desk', shifts: ['Early', 'Late', 'Night'] },
  { accounts: ['southadmin', 'southengineer'], name: '监控中心值班组', shifts: ['早班', '中班', '夜班'] },
]

/** The desks of the demo's distributors: three shifts a day, which their people change among themselves every week. */
export const seedDemoDuty = async ({ systemDb, clock }: Ctx): Promise<void> => {
  for (const { accounts, name, shifts } of desks) {
    const rows = await systemDb
      .selectFrom('account')
      .select(['id', 'account', 'company_id', 'path'])
      .where('account', 'in', accounts)
      .orderBy('id')
      .execute()
    const [first] = rows
    if (!first) continue
    const ids = rows.map(({ id }) => id)
    // The operator of the desk is there at any hour, so that whoever looks at the demo finds somebody who watches.
    const operator = rows.find(({ account }) => account === accounts[0])?.id ?? first.id
    const groups = [0, 1, 2].map((index) => [...new Set([operator, ids[index % ids.length] ?? first.id])])
    await systemDb
      .insertInto('duty_team')
      .values({
        company_id: first.company_id,
        path: first.path,
        name,
        time_zone: 'Asia/Shanghai',
        member_ids: ids,
        shifts: JSON.stringify([
          shift(shifts[0], '08:00', '16:00', 0),
          shift(shifts[1], '16:00', '00:00', 1),
          shift(shifts[2], '00:00', '08:00', 2),
        ]),
        groups: JSON.stringify(groups),
        turn_length: 1,
        turn_unit: 'week',
        starts_on: new Date(clock.now().getTime() - 14 * 86_400_000).toISOString().slice(0, 10),
        remark: '',
      })
      .execute()
  }
}
