import { problemOfDefinitions, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { isFrameOf, readSample, wireParams } from './wire-params.ts'
import {
  actorCompany,
  insertRow,
  lockRow,
  updateRow,
  deleteRow,
  dependantLimit,
  refuseInUse,
} from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

type Fields = Omit<InputOf<typeof endpoints.deviceCommand.update>, 'id' | 'version'>

/** @throws DomainError invalidInput naming the field, for an inconsistent frame or parameter */
const assertForm = (ctx: Ctx, { encoding, frame, parameters = [] }: Pick<Fields, 'encoding' | 'frame' | 'parameters'>): void => {
  const problem = problemOfDefinitions(parameters)
  if (problem) refuseField(ctx, 'parameters', problem)
  if (encoding === 'json') return
  if (frame === undefined) return refuseField(ctx, 'frame', 'frameNeeded')
  if (!isFrameOf(frame, parameters)) refuseField(ctx, 'frame', 'frameUnfit')
}

/** The columns that a form sets about a definition. @throws DomainError invalidInput naming the field */
const definitionColumns = (ctx: Ctx, input: Fields) => {
  const { encoding, frame, parameters = [], sampleFrame } = input
  assertForm(ctx, input)
  if (sampleFrame !== undefined && readSample({ encoding, frame, parameters }, sampleFrame) === undefined)
    refuseField(ctx, 'sampleFrame', 'sampleUnfit')
  return {
    code: input.code,
    name: input.name,
    remark: input.remark ?? '',
    parameters: JSON.stringify(parameters),
    encoding,
    frame: encoding === 'hex' ? (frame ?? null) : null,
    timeout_s: input.timeoutS,
    retries: input.retries,
    dangerous: input.dangerous ?? false,
    sender_types: JSON.stringify(input.senderTypes ?? []),
    sender_level: input.senderLevel ?? null,
    sample_frame: sampleFrame ?? null,
  }
}

/** A change of a JSON column for the audit log: before and after, or nothing if unchanged. */
const jsonChange = (before: unknown, after: unknown) =>
  JSON.stringify(before) === JSON.stringify(after) ? null : ([before, after] as const)

/** Adds a command to a model. */
export const createDefinition = (ctx: Ctx, input: InputOf<typeof endpoints.deviceCommand.create>): Promise<{ id: number }> => {
  const columns = definitionColumns(ctx, input)
  return transact(ctx, async (write) => {
    const changes = {
      parameters: jsonChange([], input.parameters ?? []),
      sender_types: jsonChange([], input.senderTypes ?? []),
    }
    const audit = { action: 'deviceCommand.create', unique: ['code', input.code], changes, owner: actorCompany(ctx) } as const
    return { id: await insertRow(write, 'device_command', { model_id: input.modelId, ...columns }, audit) }
  })
}

/** Edits a command of a model. Commands already sent stay as they were. */
export const updateDefinition = (ctx: Ctx, input: InputOf<typeof endpoints.deviceCommand.update>): Promise<{ id: number }> => {
  const columns = definitionColumns(ctx, input)
  return transact(ctx, async (write) => {
    const before = await lockRow(write, 'device_command', input)
    const changes = {
      parameters: jsonChange(before.parameters, input.parameters ?? []),
      sender_types: jsonChange(before.sender_types, input.senderTypes ?? []),
    }
    const audit = { action: 'deviceCommand.update', unique: ['code', input.code], changes, owner: actorCompany(ctx) } as const
    await updateRow(write, 'device_command', before, columns, audit)
    return { id: before.id }
  })
}

/** Enables or disables a command. A disabled one is not sent any more, by people or by rules. */
export const setDefinitionEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.deviceCommand.setEnabled>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const command = await lockRow(write, 'device_command', { id })
    const changes = { enabled: [command.enabled, enabled] } as const
    await updateRow(
      write,
      'device_command',
      command,
      { enabled },
      { action: 'deviceCommand.forbidden', changes, owner: actorCompany(ctx) },
    )
    return null
  })

/** Deletes a command that no linked rule uses. Commands already sent stay, with its name. */
export const removeDefinition = (ctx: Ctx, { id }: InputOf<typeof endpoints.deviceCommand.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const command = await lockRow(write, 'device_command', { id }, 'delete')
    await refuseInUse(write, (db) =>
      db
        .selectFrom('linked_rule')
        .select('name as label')
        .where('command_id', '=', id)
        .orderBy('id')
        .limit(dependantLimit)
        .execute(),
    )
    await deleteRow(write, 'device_command', command, { action: 'deviceCommand.del', owner: actorCompany(ctx) })
    return null
  })

/** Decodes a sample with a definition, for the form's preview before saving. @throws DomainError invalidInput if it does not fit */
export const decodeSample = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.deviceCommand.decode>,
): Promise<OutputOf<typeof endpoints.deviceCommand.decode>> => {
  assertForm(ctx, input)
  const form = { ...input, parameters: input.parameters ?? [] }
  const values = readSample(form, input.sampleFrame)
  if (values === undefined) return refuseField(ctx, 'sampleFrame', 'sampleUnfit')
  return {
    values: Object.entries(values).map(([name, value]) => ({ name, value: String(value) })),
    message: JSON.stringify(wireParams(form, values) ?? {}),
  }
}
