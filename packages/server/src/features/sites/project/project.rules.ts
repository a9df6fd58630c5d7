import {
  buildingNames,
  DomainError,
  lengthOfHours,
  longestQuietM,
  usualTerms,
  type endpoints,
  type InputOf,
} from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { texts, translate } from '../../../platform/i18n.ts'
import { assertPosition, assertTimeZone, refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { ProjectTable } from '../../../tables/projects.tables.ts'
import { assertAreas } from '../../base/area/area.reads.ts'

type Input = InputOf<typeof endpoints.project.create>
type Said = Omit<Input, 'code' | 'companyId'>

/** Answers 422 at a field, for a choice that does not fit. */
export const refuseChoice = (ctx: Ctx, field: string, reason: ReasonName): never => {
  throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
}

/** Answers 409 with the reason why an action is not possible. */
export const throwPrecondition = (ctx: Ctx, reason: ReasonName, field?: string): never => {
  throw new DomainError('precondition', { reason: texts[ctx.locale].reasons[reason] }, field)
}

/** Answers 409 with the present state, who set it, and when. */
export const throwWrongState = async (write: Write, id: number, state: string): Promise<never> => {
  throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'project', id)) })
}

/** The label of a project's present state in one of its graphs. */
export const stateWord = (
  ctx: Ctx,
  { status, audit, stopped }: Pick<Selectable<ProjectTable>, 'status' | 'audit' | 'stopped'>,
) => {
  const { enums, fields } = texts[ctx.locale]
  return {
    status: enums.projectStatus[status],
    audit: enums.auditState[audit],
    stopped: stopped ? fields.stopped : fields.inService,
  }
}
export type GraphField = keyof ReturnType<typeof stateWord>

type Terms = Pick<
  Selectable<ProjectTable>,
  'maintenance_years' | 'inspection_cycle_days' | 'maintenance_cycle_days' | 'notify_methods'
>

/** The terms of a new project of this type. */
export const termsOf = async (write: Write, typeId: number): Promise<Terms> => {
  const type = await write.db
    .selectFrom('project_type')
    .select(['maintenance_years', 'inspection_cycle_days', 'maintenance_cycle_days'])
    .where('id', '=', typeId)
    .executeTakeFirst()
  return {
    maintenance_years: type?.maintenance_years ?? usualTerms.maintenanceYears,
    inspection_cycle_days: type?.inspection_cycle_days ?? usualTerms.inspectionCycleDays,
    maintenance_cycle_days: type?.maintenance_cycle_days ?? usualTerms.maintenanceCycleDays,
    notify_methods: [...usualTerms.notifyMethods],
  }
}

/** The columns that a form sets about a project. `terms`: those that it has if the form leaves them out. */
export const columnsOf = (input: Said, terms: Terms) => ({
  name: input.name,
  type_id: input.typeId,
  country: input.country ?? null,
  province: input.province ?? null,
  city: input.city ?? null,
  region: input.region ?? null,
  address: input.address,
  longitude: input.position?.longitude ?? null,
  latitude: input.position?.latitude ?? null,
  coordinate_system: input.position?.coordinateSystem ?? null,
  phone: input.phone ?? null,
  maintenance_years: input.maintenanceYears ?? terms.maintenance_years,
  inspection_cycle_days: input.inspectionCycleDays ?? terms.inspection_cycle_days,
  maintenance_cycle_days: input.maintenanceCycleDays ?? terms.maintenance_cycle_days,
  notify_methods: [...(input.notifyMethods ?? terms.notify_methods)],
  call_first: input.callFirst ?? false,
  verify_asked_by: input.callFirst ? (input.verifyAskedBy ?? null) : null,
  verify_within_s: input.callFirst ? (input.verifyWithinS ?? null) : null,
  quiet_hours: input.quietHours === undefined ? null : JSON.stringify(input.quietHours),
})

/** The building fields of a form, without empty ones. */
export const buildingOf = (input: Said): Record<string, unknown> =>
  Object.fromEntries(buildingNames.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])))

type Standing = Pick<
  Selectable<ProjectTable>,
  'type_id' | 'country' | 'province' | 'city' | 'latitude' | 'longitude' | 'coordinate_system'
>

/** Checks a form beyond its schema. `standing`: the project before an edit. It may keep a disabled type, and the place that it has. */
export const assertSaid = async (ctx: Ctx, write: Write, input: Said, standing?: Standing): Promise<void> => {
  await assertAreas(ctx, input)
  assertPosition(ctx, input.position, input, standing)
  assertTimeZone(ctx, input.timeZone)
  if (input.callFirst && input.verifyAskedBy === undefined) refuseField(ctx, 'verifyAskedBy', 'required')
  if (input.callFirst && input.verifyWithinS === undefined) refuseField(ctx, 'verifyWithinS', 'required')
  if (input.quietHours && lengthOfHours(input.quietHours) > longestQuietM) refuseChoice(ctx, 'quietHours', 'quietHoursLong')
  if (input.typeId === standing?.type_id) return
  const type = await write.db
    .selectFrom('project_type')
    .select('id')
    .where('id', '=', input.typeId)
    .where('enabled', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!type) refuseChoice(ctx, 'typeId', 'typeDisabled')
}

/** A change of type for the audit log, by name. */
export const typeChange = async (write: Write, from: number | null, to: number) => {
  if (from === to) return { type_id: null }
  const rows = await write.systemDb
    .selectFrom('project_type')
    .select(['id', 'name_zh'])
    .where('id', 'in', [to, ...(from === null ? [] : [from])])
    .execute()
  const nameOf = (id: number | null): string | null => rows.find((row) => row.id === id)?.name_zh ?? null
  return { type_id: [nameOf(from), nameOf(to)] as const }
}

/** The customer of a project that belongs to the company at `path`: one of that company's, or of a company below it. */
export const customerFor = async (ctx: Ctx, write: Write, customerId: number, path: string | undefined) => {
  const customer = await write.db
    .selectFrom('customer')
    .select(['id', 'company_id', 'path'])
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!customer) throw new DomainError('notFound', {}, 'customerId')
  if (path !== undefined && !isBelow(customer.path, path)) refuseChoice(ctx, 'customerId', 'customerElsewhere')
  return customer
}

/** Sets the people who look after a project: enabled staff of its company or of one above. Returns whether they changed. */
export const replaceAdmins = async (
  ctx: Ctx,
  write: Write,
  project: { readonly id: number; readonly path: string },
  adminIds: readonly number[] | undefined,
): Promise<readonly [before: number[], after: number[]] | null> => {
  if (adminIds === undefined) return null
  const rows = await write.systemDb
    .selectFrom('project_admin')
    .select('account_id')
    .where('project_id', '=', project.id)
    .orderBy('account_id')
    .execute()
  const before = rows.map((row) => row.account_id)
  const after = adminIds.toSorted((a, b) => a - b)
  const added = after.filter((id) => !before.includes(id))
  if (added.length > 0) {
    const fit = await write.db
      .selectFrom('account')
      .select('id')
      .where('id', 'in', added)
      .where('type', 'not in', ['customer', 'user'])
      .where('enabled', '=', true)
      .where('deleted_at', 'is', null)
      .where(isInBranch(sql`${project.path}`, 'account.path'))
      .execute()
    if (fit.length < added.length) refuseChoice(ctx, 'adminIds', 'adminUnfit')
  }
  if (before.join() === after.join()) return null
  await write.systemDb.deleteFrom('project_admin').where('project_id', '=', project.id).execute()
  if (after.length > 0)
    await write.systemDb
      .insertInto('project_admin')
      .values(after.map((account_id) => ({ project_id: project.id, account_id })))
      .execute()
  return [before, after]
}
