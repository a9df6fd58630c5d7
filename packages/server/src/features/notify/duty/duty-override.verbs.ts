import { type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { instantText, translate } from '../../../platform/i18n.ts'
import { insertRow, lockRow, deleteRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { announceTeam } from './announce-gaps.ts'
import { assertStaff, refuseDuty } from './duty.rules.ts'

type Input = InputOf<typeof endpoints.dutyOverride.create>

const longest = 31 * 86_400_000

const assertTimes = (ctx: Ctx, { startTime, endTime }: Input, now: Date): void => {
  const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
  if (to <= from || to - from > longest) refuseDuty(ctx, 'endTime', 'dutyEnds')
  if (to <= now.getTime()) refuseDuty(ctx, 'endTime', 'dutyPastEnd')
}

/** Nobody may be part of two overlapping changes of a team: it would be unclear who stands in for whom. */
const assertNoOverlap = async (ctx: Ctx, write: Write, input: Input, timeZone: string): Promise<void> => {
  const people = [input.accountId, ...(input.insteadOfId === undefined ? [] : [input.insteadOfId])]
  const other = await write.systemDb
    .selectFrom('duty_override')
    .select(['from_at', 'to_at', 'account_id', 'instead_of_id'])
    .where('team_id', '=', input.teamId)
    .where('from_at', '<', input.endTime)
    .where('to_at', '>', input.startTime)
    .where((e) => e.or([e('account_id', 'in', people), e('instead_of_id', 'in', people)]))
    .orderBy('from_at')
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  const shared = people.find((id) => id === other.account_id || id === other.instead_of_id) ?? input.accountId
  const { name } = await write.systemDb.selectFrom('account').select('name').where('id', '=', shared).executeTakeFirstOrThrow()
  const [from, to] = [other.from_at, other.to_at].map((at) => instantText(at, timeZone))
  refuseDuty(ctx, shared === input.accountId ? 'accountId' : 'insteadOfId', 'dutyOverlap', {
    name,
    from: from ?? '',
    to: to ?? '',
  })
}

/** Somebody stands in for another for a period, or is on duty in addition to the others. */
export const createOverride = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    // Locked, so that of two overlapping changes, the second sees the first.
    const team = await lockRow(write, 'duty_team', { id: input.teamId })
    assertTimes(ctx, input, write.at)
    const { accountId, insteadOfId } = input
    if (accountId === insteadOfId) refuseDuty(ctx, 'accountId', 'dutySamePerson')
    if (insteadOfId !== undefined && !team.member_ids.includes(insteadOfId)) refuseDuty(ctx, 'insteadOfId', 'dutyNotMember')
    await assertStaff(ctx, write, 'accountId', [accountId])
    await assertNoOverlap(ctx, write, input, team.time_zone)
    const row = {
      team_id: team.id,
      from_at: input.startTime,
      to_at: input.endTime,
      account_id: accountId,
      instead_of_id: insteadOfId ?? null,
      reason: input.reason,
    }
    const owner = { companyId: team.company_id, path: team.path }
    const id = await insertRow(write, 'duty_override', row, { action: 'dutyOverride.create', name: team.name, owner })
    await announceTeam(write, team.id, 'changed')
    return { id }
  })

/**
 * Withdraws a change of the roster. The past stays as a record of who was on duty: a change that has begun ends now. @throws DomainError
 * precondition
 */
export const removeOverride = (ctx: Ctx, { id }: InputOf<typeof endpoints.dutyOverride.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const override = await lockRow(write, 'duty_override', { id }, 'delete')
    if (Date.parse(override.to_at) <= write.at.getTime())
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.dutyOver') }, 'id')
    const team = await lockRow(write, 'duty_team', { id: override.team_id })
    const audit = { action: 'dutyOverride.del', name: team.name, owner: { companyId: team.company_id, path: team.path } } as const
    if (Date.parse(override.from_at) < write.at.getTime())
      await updateRow(write, 'duty_override', override, { to_at: write.at }, audit)
    else
      await deleteRow(write, 'duty_override', override, {
        ...audit,
        changes: {
          fromAt: [override.from_at, null],
          toAt: [override.to_at, null],
          accountId: [override.account_id, null],
          ...(override.instead_of_id === null ? {} : { insteadOfId: [override.instead_of_id, null] }),
        },
      })
    await announceTeam(write, team.id, 'changed')
    return null
  })
