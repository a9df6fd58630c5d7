import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { recordTrace, type TraceEntry } from '../product-trace/record-trace.ts'
import { lockProjects, type LockedProject } from '../../sites/project/project-part.rules.ts'
import { startProject } from '../../sites/project/project-life.verbs.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { addDevices, type NewDeviceRow } from './add-devices.ts'
import { factColumns, stockOwner } from './create-device.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import {
  addressTaken,
  assertCommunicationCode,
  assertOrigin,
  fitModel,
  qcFailed,
  keepGateways,
  type LockedGateway,
} from './device.rules.ts'
import { addressesBehind } from './device.store.ts'
import { originSteps } from './device-origin.rules.ts'
import { linkEarlier } from './device-binding.verbs.ts'
import { forgetProjects } from './device-leaving.verbs.ts'

/** A row of either import. */
type Row = InputOf<typeof endpoints.device.create> & Pick<InputOf<typeof endpoints.devicePreset.create>, 'companyId' | 'firmware'>
export type ManyRow = Omit<Row, 'name'> & { readonly name?: string }

interface Ready {
  readonly position: number
  readonly row: NewDeviceRow
  readonly project: LockedProject | undefined
  readonly gateway: LockedGateway | undefined
}

/** Looks up each id once. A refusal is remembered too. */
const remembered = <T>(find: (id: number) => Promise<T>): ((id: number) => Promise<T>) => {
  const known = new Map<number, Promise<T>>()
  return (id) => {
    const found = known.get(id) ?? find(id)
    known.set(id, found)
    // The refusal is handled where the promise is awaited.
    found.catch(() => undefined)
    return found
  }
}

const byId = <T extends { readonly id: number }>(rows: readonly T[]): ReadonlyMap<number, T> =>
  new Map(rows.map((row) => [row.id, row]))

const known = (inputs: readonly ManyRow[], idOf: (input: ManyRow) => number | undefined): number[] => [
  ...new Set(inputs.flatMap((input) => idOf(input) ?? [])),
]

const gatewayElsewhere = (ctx: Ctx): DomainError =>
  new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.gatewayElsewhere') }, 'gatewayId')

/** Reserves the codes by which a gateway addresses a device. @throws DomainError notHere if another device has its communication code */
const claimAddress = (
  ctx: Ctx,
  addresses: Map<string, string>,
  gatewayId: number,
  { code, communicationCode = code }: ManyRow,
): void => {
  const own = code.toLowerCase()
  const names = [own, communicationCode.toLowerCase()].map((name) => `${gatewayId}/${name}`)
  // A device code in use is refused at the field of the code.
  const taken = names.some((name) => (addresses.get(name) ?? own) !== own)
  if (taken) throw addressTaken(ctx, [code], 'communicationCode')
  for (const name of names) addresses.set(name, own)
}

/** Turns inputs into rows, one after another because they share one connection. An error in one row affects only that row. */
const prepare = async (ctx: Ctx, write: Write, inputs: readonly ManyRow[], isStock: boolean) => {
  const modelOf = remembered((id) => fitModel(ctx, write, id))
  // Locked together, as a file may name a thousand places.
  const gateways = byId(
    await keepGateways(
      write.db,
      known(inputs, ({ gatewayId }) => gatewayId),
    ),
  )
  const projectIdOf = ({ projectId, gatewayId }: ManyRow) => projectId ?? gateways.get(gatewayId ?? 0)?.project_id ?? undefined
  const projects = byId(await lockProjects(write.db, known(inputs, projectIdOf)))
  const addresses = await addressesBehind(
    write.systemDb,
    [...gateways.keys()],
    inputs.flatMap(({ code, communicationCode = code }) => [code, communicationCode]),
  )
  const stockOwnerOf = remembered((id) => stockOwner(ctx, write, id === 0 ? undefined : id))

  const rowOf = async (input: ManyRow, position: number): Promise<Ready> => {
    const model = await modelOf(input.modelId)
    if (!isStock) assertCommunicationCode(ctx, model.network, input.communicationCode)
    assertOrigin(ctx, input)
    const gateway = gateways.get(input.gatewayId ?? 0)
    if (input.gatewayId !== undefined && !gateway) throw new DomainError('notFound', {}, 'gatewayId')
    const projectId = projectIdOf(input)
    const project = projects.get(projectId ?? 0)
    if (projectId !== undefined && !project) throw new DomainError('notFound', {}, 'projectId')
    if (gateway && gateway.project_id !== project?.id) throw gatewayElsewhere(ctx)
    if (gateway) claimAddress(ctx, addresses, gateway.id, input)
    if (project && project.audit !== 'approved')
      throw new DomainError('projectNotApproved', { project: project.name }, 'projectId')
    if (project && input.qcResult === 'failed') throw qcFailed(ctx, [input], 'qcResult')
    const { id: company_id, path } = project
      ? { id: project.company_id, path: project.path }
      : await stockOwnerOf(input.companyId ?? 0)
    const row: NewDeviceRow = {
      code: input.code,
      ...factColumns({ ...input, name: input.name ?? model.name }),
      firmware: input.firmware ?? null,
      company_id,
      path,
      customer_id: project?.customer_id ?? null,
      project_id: project?.id ?? null,
      gateway_id: gateway?.id ?? null,
      bound_at: project ? write.at : null,
    }
    return { position, row, project, gateway }
  }

  const ready: Ready[] = []
  const refused = new Map<number, DomainError>()
  for (const [position, input] of inputs.entries()) {
    try {
      ready.push(await rowOf(input, position))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refused.set(position, error)
    }
  }
  return { ready, refused }
}

/**
 * Adds the devices of an import, at their places or in stock, with a fixed number of statements. Returns the reasons of the rows left out,
 * by position.
 * @throws DomainError quotaReached, for all of them together
 */
export const addManyDevices = async (
  ctx: Ctx,
  write: Write,
  inputs: readonly ManyRow[],
  { before, isStock }: { readonly before: number; readonly isStock: boolean },
): Promise<ReadonlyMap<number, DomainError>> => {
  assertStaff(ctx)
  const { ready, refused } = await prepare(ctx, write, inputs, isStock)
  for (const [path, some] of Map.groupBy(ready, ({ row }) => row.path))
    await assertQuota(ctx, write, path, 'devices', some.length + before)
  const { added, refused: taken } = await addDevices(
    ctx,
    write,
    ready.map(({ row }) => row),
  )
  const all = new Map(refused)
  const done: (Ready & { readonly id: number })[] = []
  for (const each of ready) {
    const code = each.row.code.toLowerCase()
    const device = added.get(code)
    if (device) done.push({ ...each, id: device.id })
    else all.set(each.position, taken.get(code) ?? new DomainError('duplicate', { value: each.row.code }, 'code'))
  }
  await settle(write, done)
  return all
}

/** What follows from new devices: their trace, project state, the ingest cache, the audit log and open lists. */
const settle = async (write: Write, done: readonly (Ready & { readonly id: number })[]): Promise<void> => {
  if (done.length === 0) return
  const traces = done.flatMap(({ id, row, project, gateway }): TraceEntry[] => {
    const step = { deviceId: id, code: row.code, source: 'import' } as const
    const bound = { ...step, step: 'bound', to: [project?.name, gateway?.code].filter(Boolean).join(' · ') } as const
    return [...originSteps({ deviceId: id, source: 'import' }, row), { ...step, step: 'imported' }, ...(project ? [bound] : [])]
  })
  await recordTrace(write, traces)
  await linkEarlier(
    write,
    done.flatMap(({ id, row, gateway }) =>
      gateway ? [{ deviceId: id, gatewayId: gateway.id, code: row.code, communicationCode: row.communication_code }] : [],
    ),
  )
  const projects = byId(done.flatMap(({ project }) => project ?? []))
  for (const { id, status } of projects.values()) if (status === 'uninstall') await startProject(write, id)
  await forgetProjects(write, [...projects.keys()])
  for (const { id, row } of done)
    write.audit({
      action: 'device.create',
      object: { kind: 'device', id, name: row.name },
      owner: { companyId: row.company_id, path: row.path },
      changes: {
        code: [null, row.code],
        modelId: [null, row.model_id],
        ...(row.project_id === null ? {} : { projectId: [null, row.project_id] }),
      },
    })
  // One event per place: a console then refreshes its lists once, not a thousand times.
  const places = Map.groupBy(done, ({ row }) => `${row.path}/${row.customer_id ?? ''}/${row.project_id ?? ''}`)
  for (const [first] of places.values())
    if (first)
      write.emit({
        kind: 'device',
        change: 'imported',
        objectId: null,
        owner: { path: first.row.path, customerId: first.row.customer_id ?? null, projectId: first.row.project_id ?? null },
      })
}
