import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { checklistOf, checksOf } from './alarm-check.store.ts'

type Check = typeof endpoints.alarmCheck

/** The site's present list, followed by ticked steps of an earlier version. */
export const listAlarmChecks = async (ctx: Ctx, { id }: InputOf<Check['list']>): Promise<OutputOf<Check['list']>> => {
  const alarm = await ctx.db.selectFrom('alarm').select('project_id').where('id', '=', id).executeTakeFirst()
  if (!alarm) throw new DomainError('notFound', {}, 'id')
  const [list, checks] = await Promise.all([
    alarm.project_id === null ? undefined : checklistOf(ctx.db, alarm.project_id),
    checksOf(ctx.db, id),
  ])
  const steps = list?.items ?? []
  const byText = new Map(checks.map((check) => [check.text, check]))
  const current = steps.map((text) => {
    const check = byText.get(text)
    return { text, done: check?.done ?? false, by: check?.by ?? null, at: check?.at ?? null, former: false }
  })
  const former = checks.filter(({ text, done }) => done && !steps.includes(text)).map((check) => ({ ...check, former: true }))
  return { items: [...current, ...former], version: alarm.project_id === null ? null : (list?.version ?? 0) }
}

export const readChecklist = async (
  ctx: Ctx,
  { projectId }: InputOf<Check['checklist']>,
): Promise<OutputOf<Check['checklist']>> => {
  const list = await checklistOf(ctx.db, projectId)
  return { version: list?.version ?? 0, checkSteps: list?.items ?? [] }
}
