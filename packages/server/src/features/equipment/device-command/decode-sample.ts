import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { assertForm } from './definition-fields.ts'
import { readSample, wireParams } from './wire-params.ts'

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
