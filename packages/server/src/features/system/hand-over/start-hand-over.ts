import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { commonPath, companyPlaces, isOwnOrAbove, projectPlaces, type Places } from './places.ts'
import { refusalsOf } from './refusals.ts'
import { handOverKind } from './run-hand-over.ts'

type HandOver = typeof endpoints.handOver

/** The scope determines what is found. The confirmation must be the name of what is handed over. */
const start = (ctx: Ctx, find: () => Promise<Places | undefined>, { name, reason }: { name: string; reason: string }) =>
  transact(ctx, async (write) => {
    const places = await find()
    if (!places) throw new DomainError('notFound', {}, 'companyId')
    if (isOwnOrAbove(ctx, places)) throw new DomainError('noAccess')
    if (name.trim() !== places.name) refuseField(ctx, 'name', 'confirmName')
    const [refusal] = await refusalsOf(write.systemDb, places, ctx.locale, write.at)
    if (refusal !== undefined) throw new DomainError('precondition', { reason: refusal })
    const path = commonPath(places)
    const row = {
      company_id: Number(path.split('.').at(-1)),
      path,
      kind: places.kind,
      project_id: places.kind === 'project' ? places.id : null,
      moved_company_id: places.kind === 'company' ? places.id : null,
      object_name: places.name,
      from_company_id: places.from.id,
      to_company_id: places.to.id,
      customer_id: places.customerId,
      reason,
    }
    const id = await insertRow(write, 'hand_over', row, { action: 'handOver.begin', name: places.name })
    write.job(handOverKind, { handOverId: id })
    return { id }
  })

/** Hands a project to another company: checks and records the request; a job carries it out. */
export const handOverProject = (ctx: Ctx, input: InputOf<HandOver['project']>): Promise<{ id: number }> =>
  start(ctx, () => projectPlaces(ctx.db, input), input)

/** Moves a company with its branch to another parent. */
export const handOverCompany = (ctx: Ctx, input: InputOf<HandOver['company']>): Promise<{ id: number }> =>
  start(ctx, () => companyPlaces(ctx.db, ctx.systemDb, input), input)
