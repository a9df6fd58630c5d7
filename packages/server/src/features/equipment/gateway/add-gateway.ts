import {
  DomainError,
  hasLinkKeys,
  isLinkProtocol,
  linkAddress,
  linkAddressParts,
  type endpoints,
  type GatewaySecret,
  type InputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { lockProject } from '../../sites/project/project-part.rules.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { assertOrigin, qcFailed } from '../device/device.rules.ts'
import { emitGateway, type GatewayOwner } from './gateway.events.ts'
import { gatewayByCode, gatewayModel } from './gateway.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { originColumns, originSteps } from '../device/device-origin.rules.ts'

type Input = InputOf<typeof endpoints.gateway.create>

/**
 * The address of a gateway on a link, by the protocol of its model. Null for gateways that sign in with a secret.
 * @throws DomainError invalidInput for a communication code that is no address; duplicate
 */
const linkAddressOf = async (
  ctx: Ctx,
  write: Write,
  { modelId, communicationCode }: Pick<Input, 'modelId' | 'communicationCode'>,
  ownId: number,
): Promise<string | null> => {
  const model = await write.db.selectFrom('device_model').select('protocol').where('id', '=', modelId).executeTakeFirst()
  if (model === undefined || !isLinkProtocol(model.protocol)) return null
  const address = linkAddress(model.protocol, communicationCode ?? '')
  const rule = `${model.protocol}Address` as const
  if (address === undefined) return refuseField(ctx, 'communicationCode', rule, rule)
  // Not scoped: an address names one transmitter on the whole platform.
  const other = await write.systemDb
    .selectFrom('gateway')
    .select('id')
    .where('link_address', '=', address)
    .where('deleted_at', 'is', null)
    .where('id', '<>', ownId)
    .executeTakeFirst()
  if (other) throw new DomainError('duplicate', { value: communicationCode ?? '' }, 'communicationCode')
  return address
}

/**
 * The columns by which a gateway is known when it connects.
 * @throws DomainError invalidInput for a communication code that is no address; duplicate
 */
export const connectionColumns = async (
  ctx: Ctx,
  write: Write,
  input: Pick<Input, 'modelId' | 'communicationCode'>,
  { id = 0, code }: { readonly id?: number; readonly code: string },
) => {
  const link_address = await linkAddressOf(ctx, write, input, id)
  const { address, protocol } = linkAddressParts(link_address ?? '') ?? {}
  const communication_code = address ?? input.communicationCode ?? code
  // A key that is left behind would keep everything out that its new protocol cannot encrypt.
  const noKey = protocol !== undefined && hasLinkKeys(protocol) ? {} : { link_key: null }
  return { model_id: input.modelId, communication_code, link_address, ...noKey }
}

/** What the caller gets of a gateway that it has registered. */
export const givenOf = (
  { id, code }: { readonly id: number; readonly code: string },
  secret: string,
  linkAddress: string | null,
): GatewaySecret => ({ id, code, secret: linkAddress === null ? secret : null, linkAddress })

/** @throws DomainError notHere for a model that is disabled or not a gateway model */
export const assertGatewayModel = async (ctx: Ctx, write: Write, modelId: number): Promise<void> => {
  if (await gatewayModel(write.db, modelId)) return
  throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.gatewayModelUnfit') }, 'modelId')
}

/** The project that gateways are to join. @throws DomainError notFound; projectNotApproved */
export const approvedProject = async (write: Write, projectId: number) => {
  const project = await lockProject(write.db, projectId)
  if (!project) throw new DomainError('notFound', {}, 'projectId')
  if (project.audit !== 'approved') throw new DomainError('projectNotApproved', { project: project.name }, 'projectId')
  return project
}

const companyOwner = async (ctx: Ctx, write: Write, companyId = ctx.actor.companyId): Promise<GatewayOwner> => {
  const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
  if (!company) throw new DomainError('notFound', {}, 'companyId')
  // Not scoped: the company was found in the caller's scope.
  await lockOwner(write.systemDb, company.id)
  return { company_id: company.id, path: company.path, customer_id: null, project_id: null }
}

/** Gateways and devices share no code, so that a label, a report and a trace name one thing. @throws DomainError duplicate */
const assertNoDevice = async (write: Write, code: string): Promise<void> => {
  // Not scoped: codes are unique across the platform.
  const device = await write.systemDb
    .selectFrom('device')
    .select('id')
    .where(sql<boolean>`lower(code) = lower(${code})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (device) throw new DomainError('duplicate', { value: code }, 'code')
}

/** The refusal of a code in use names its place only to callers who may see that gateway. @throws DomainError codeInUse */
const assertFree = async (ctx: Ctx, write: Write, code: string): Promise<void> => {
  const known = await gatewayByCode(write.db, code)
  if (!known) return assertNoDevice(write, code)
  const project =
    known.project_id === null
      ? undefined
      : await write.db.selectFrom('project').select('name').where('id', '=', known.project_id).executeTakeFirst()
  const place = [known.name, project?.name ?? translate(ctx.locale, 'reasons.inStock')].join(' · ')
  throw new DomainError('codeInUse', { value: known.code, place }, 'code')
}

/**
 * Adds a gateway within a write, to a project or to a company's stock. `source` goes into its trace.
 * @throws DomainError notFound; notHere; projectNotApproved; codeInUse; invalidInput and duplicate for its address; duplicate for a code
 * that the caller may not see
 */
export const addGateway = async (
  ctx: Ctx,
  write: Write,
  input: Input,
  secretHash: Buffer,
  source: 'web' | 'import' = 'web',
): Promise<{ readonly id: number; readonly linkAddress: string | null }> => {
  const { code, name, projectId } = input
  const project = projectId === undefined ? undefined : await approvedProject(write, projectId)
  const owner = project ? { ...project, project_id: project.id } : await companyOwner(ctx, write, input.companyId)
  await assertGatewayModel(ctx, write, input.modelId)
  assertOrigin(ctx, input)
  if (project && input.qcResult === 'failed') throw qcFailed(ctx, [input], 'qcResult')
  await assertFree(ctx, write, code)
  const row = {
    company_id: owner.company_id,
    path: owner.path,
    customer_id: owner.customer_id,
    project_id: owner.project_id,
    code,
    name,
    ...(await connectionColumns(ctx, write, input, { code })),
    iccid: input.iccid ?? null,
    sim_expires: input.simExpires ?? null,
    ...originColumns(input),
    secret_hash: secretHash,
    bound_at: project ? write.at : null,
    stocked_at: write.at,
  }
  const id = await insertRow(write, 'gateway', row, {
    action: 'gateway.create',
    unique: ['code', code],
    // A reader of the log has no use for the hash.
    changes: { secret_hash: null, bound_at: null, stocked_at: null },
  })
  await recordTrace(write, [
    ...originSteps({ gatewayId: id, source }, row),
    { gatewayId: id, code, source, ...(project ? { step: 'registered', to: project.name } : { step: 'inStock' }) },
  ])
  // Ingest may already have the code in its cache as unknown.
  await invalidateGatewayCache(write.systemDb, [code])
  emitGateway(write, 'created', id, [owner])
  return { id, linkAddress: row.link_address }
}
