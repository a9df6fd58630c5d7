import type { endpoints, InputOf, NotifyReceiver, NotifyRule, NotifyStep } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { branchOf } from '../../base/tenant/tenant.reads.ts'
import { addRule, ownerOfRule } from './notify-rule.verbs.ts'

const answerS = 30

const step = (afterS: number, receiver: NotifyReceiver, channels: NotifyStep['channels']): NotifyStep => ({
  afterS,
  receivers: [receiver],
  channels,
  answerS,
  repeats: 0,
  everyS: 0,
})

/** The first duty team of a company, and the role of its managers: the highest level that anybody has. */
const peopleOf = async (db: Kysely<Tables>, companyId: number) => {
  const team = await db
    .selectFrom('duty_team')
    .select('id')
    .where('company_id', '=', companyId)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  const role = await db
    .selectFrom('role')
    .innerJoin('account_role', 'account_role.role_id', 'role.id')
    .innerJoin('account', 'account.id', 'account_role.account_id')
    .select('role.id')
    .where('account.company_id', '=', companyId)
    .where('account.customer_id', 'is', null)
    .where('account.enabled', '=', true)
    .where('account.deleted_at', 'is', null)
    .where('role.company_id', '=', companyId)
    .where('role.enabled', '=', true)
    .orderBy('role.level')
    .orderBy('role.id')
    .executeTakeFirst()
  return { teamId: team?.id, roleId: role?.id }
}

/**
 * The default rule of a company: the call list at once, people on duty after a minute, managers after three. Receivers that the company
 * does not have are left out.
 */
export const defaultRule = async (
  db: Kysely<Tables>,
  locale: Ctx['locale'],
  company: { readonly id: number; readonly path: string },
): Promise<NotifyRule> => {
  const { teamId, roleId } = await peopleOf(branchOf(db, company.path), company.id)
  return {
    name: translate(locale, 'reasons.ruleDefaultName'),
    enabled: true,
    events: ['alarm', 'breach'],
    levels: [],
    projectIds: [],
    projectTypeIds: [],
    alarmTypeIds: [],
    faultTypeIds: [],
    deviceIds: [],
    steps: [
      step(0, { kind: 'callList' }, ['voice', 'sms', 'app']),
      ...(teamId === undefined ? [] : [step(60, { kind: 'duty', teamId }, ['voice', 'sms', 'app', 'inSite'])]),
      ...(roleId === undefined ? [] : [step(180, { kind: 'role', roleId }, ['voice', 'sms', 'mail', 'inSite'])]),
    ],
    stopWhen: 'taken',
    activeHours: null,
    mergeWindowS: 60,
    language: null,
  }
}

/** Creates the default rule of the caller's company, or of one below. */
export const createDefaultRule = (ctx: Ctx, input: InputOf<typeof endpoints.notifyRule.createDefault>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const company = await ownerOfRule(ctx, write, input.companyId)
    return { id: await addRule(ctx, write, company, await defaultRule(write.systemDb, ctx.locale, company)) }
  })
