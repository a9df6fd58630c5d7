import { DomainError, type endpoints, type InputOf, type OutputOf, type PreviewLine } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { previewOf } from './preview.ts'

type Entries = typeof endpoints.notification

/** These people belong to the place itself, so anyone who sees the place may read their names. */
const ofPlace: readonly PreviewLine['receiver']['kind'][] = ['callList', 'deviceList']

/**
 * Who would be called. Rules of companies above apply too, but their names and people are hidden from companies below, and those of all
 * companies from customers: they see only that somebody is notified.
 * @throws DomainError notHere for a device that is not at the project
 */
export const previewCall = async (ctx: Ctx, input: InputOf<Entries['preview']>): Promise<OutputOf<Entries['preview']>> => {
  const { at, level, ...event } = input
  if (event.deviceId !== undefined) {
    const device = await ctx.db.selectFrom('device').select('project_id').where('id', '=', event.deviceId).executeTakeFirst()
    if (device?.project_id !== event.projectId)
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.deviceNotAtProject') }, 'deviceId')
  }
  const type = event.alarmTypeId === undefined ? undefined : await levelOf(ctx, event.alarmTypeId)
  const known = type ?? level
  const preview = await previewOf(ctx, {
    ...event,
    ...(known === undefined ? {} : { level: known }),
    at: at === undefined ? ctx.clock.now() : new Date(at),
  })
  const ids = [...new Set(preview.lines.map(({ ruleId }) => ruleId))]
  if (ids.length === 0) return preview
  const rules = await ctx.systemDb.selectFrom('notify_rule').select(['id', 'path']).where('id', 'in', ids).execute()
  const isStaff = ctx.scope.kind === 'company' || ctx.scope.kind === 'system'
  const seen = new Set(rules.flatMap(({ id, path }) => (isStaff && isBelow(path, ctx.actor.companyPath) ? [id] : [])))
  const ruleName = translate(ctx.locale, 'reasons.ruleOfOtherCompany')
  const shown = (line: PreviewLine): PreviewLine =>
    seen.has(line.ruleId)
      ? line
      : {
          ...line,
          ruleName,
          ...(ofPlace.includes(line.receiver.kind)
            ? {}
            : { receiver: { ...line.receiver, name: '', accountId: null }, number: null, push: null }),
        }
  return { ...preview, lines: preview.lines.map(shown) }
}

const levelOf = async (ctx: Ctx, id: number) =>
  (await ctx.db.selectFrom('alarm_type').select('level').where('id', '=', id).executeTakeFirst())?.level

export const previewTypes = async (ctx: Ctx): Promise<OutputOf<Entries['previewTypes']>> => {
  const [alarmTypes, faultTypes] = await Promise.all([
    ctx.db
      .selectFrom('alarm_type')
      .select(['id as value', `name_${ctx.locale} as label`, 'level'])
      .where('enabled', '=', true)
      .orderBy('id')
      .execute(),
    ctx.db
      .selectFrom('fault_type')
      .select(['id as value', `name_${ctx.locale} as label`])
      .where('enabled', '=', true)
      .orderBy('id')
      .execute(),
  ])
  return { alarmTypes, faultTypes }
}
