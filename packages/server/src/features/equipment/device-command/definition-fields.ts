import { problemOfDefinitions, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { isFrameOf, readSample } from './wire-params.ts'

type Fields = Omit<InputOf<typeof endpoints.deviceCommand.update>, 'id' | 'version'>

/** @throws DomainError invalidInput naming the field, for an inconsistent frame or parameter */
export const assertForm = (
  ctx: Ctx,
  { encoding, frame, parameters = [] }: Pick<Fields, 'encoding' | 'frame' | 'parameters'>,
): void => {
  const problem = problemOfDefinitions(parameters)
  if (problem) refuseField(ctx, 'parameters', problem)
  if (encoding === 'json') return
  if (frame === undefined) return refuseField(ctx, 'frame', 'frameNeeded')
  if (!isFrameOf(frame, parameters)) refuseField(ctx, 'frame', 'frameUnfit')
}

/** The columns that a form sets about a definition. @throws DomainError invalidInput naming the field */
export const definitionColumns = (ctx: Ctx, input: Fields) => {
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
export const jsonChange = (before: unknown, after: unknown) =>
  JSON.stringify(before) === JSON.stringify(after) ? null : ([before, after] as const)
