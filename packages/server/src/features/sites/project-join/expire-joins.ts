import { pages } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { transactBriefly } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { decidersOf } from './deciders-of.ts'
import { namesOf } from './names-of.ts'
import { tellRights } from './tell-rights.ts'

/** How many are handled at a time; the rest follows in the next run. */
const atOnce = 200

/**
 * Ends joins that have expired, and those whose project has a new owner. Access has already ended by then (access/authenticate.ts); this
 * updates the list and tells both sides.
 */
export const expireJoins = async (ctx: Ctx): Promise<void> => {
  const { systemDb } = ctx // not scoped: the system's own job
  const over = await systemDb
    .selectFrom('project_join')
    .innerJoin('project', 'project.id', 'project_join.project_id')
    .select('project_join.id')
    .where('project_join.state', '=', 'agreed')
    .where((e) =>
      e.or([
        e('project_join.valid_until', '<=', ctx.clock.now().toISOString()),
        e('project.deleted_at', 'is not', null),
        e('project.company_id', '<>', e.ref('project_join.agreed_company_id')),
      ]),
    )
    .orderBy('project_join.id')
    .limit(atOnce)
    .execute()
  await oneByOne(over, ({ id }) => expire(ctx, id))
}

const expire = (ctx: Ctx, id: number): Promise<void> =>
  transactBriefly(ctx, async (write) => {
    const join = await lockRow(write, 'project_join', { id })
    const { project, company } = await namesOf(write, join)
    const audit = { action: 'projectJoin.expire', name: `${project} · ${company}` } as const
    // Another process was first.
    if (join.state !== 'agreed') return auditRow(write, 'project_join', join, { ...audit, result: 'alreadyEnded' })
    const changes = { state: 'ended' as const, ended_at: write.at.toISOString() }
    await updateRow(write, 'project_join', join, changes, { ...audit, changes: { ended_at: null } })
    const people = await decidersOf(write, join.project_id, join.company_id)
    const receivers = join.applied_by === null ? people : [...people, join.applied_by]
    await sendMessages(write, receivers, 'joinExpired', { project, company }, pages.projectJoinList)
    await tellRights(write, join.joiner_id)
  })
