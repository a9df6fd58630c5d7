import { DomainError, type endpoints, type InputOf, type UnknownReportsDone } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refusalText } from '../../../platform/i18n.ts'
import { ignoreUnknownCode, ignoreUnknownDevice } from './ignore-unknown-report.ts'
import { moveUnknownDevice } from './move-unknown-device.ts'
import { registerUnknownCode } from './register-unknown-code.ts'
import { registerUnknownDevice } from './register-unknown-device.ts'
import { namesFor } from './unknown-report.reads.ts'

type Devices = typeof endpoints.unknownDevice
type Codes = typeof endpoints.unknownCode

/** Handles entries one after the other, each in its own write: a failure does not stop the others. */
const each = async (ctx: Ctx, ids: readonly number[], handle: (id: number) => Promise<unknown>): Promise<UnknownReportsDone> => {
  const results: UnknownReportsDone = []
  for (const id of ids) {
    try {
      await handle(id)
      results.push({ id, done: true, msg: '' })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      results.push({ id, done: false, msg: refusalText(ctx, error) })
    }
  }
  return results
}

/** Registers devices of one model where they report. Their names consist of model and code. */
export const registerUnknownDevices = async (
  ctx: Ctx,
  { ids, ...form }: InputOf<Devices['registerMany']>,
): Promise<UnknownReportsDone> => {
  const names = await namesFor(ctx, ids, form.modelId)
  return each(ctx, ids, (id) => registerUnknownDevice(ctx, { ...form, id, name: names.get(id) ?? '' }))
}

export const moveUnknownDevices = (ctx: Ctx, { ids }: InputOf<Devices['moveMany']>): Promise<UnknownReportsDone> =>
  each(ctx, ids, (id) => moveUnknownDevice(ctx, { id }))

export const ignoreUnknownDevices = (ctx: Ctx, { ids }: InputOf<Devices['ignoreMany']>): Promise<UnknownReportsDone> =>
  each(ctx, ids, (id) => ignoreUnknownDevice(ctx, { id }))

export const registerUnknownCodes = (
  ctx: Ctx,
  { ids, ...meaning }: InputOf<Codes['registerMany']>,
): Promise<UnknownReportsDone> => each(ctx, ids, (id) => registerUnknownCode(ctx, { ...meaning, id }))

export const ignoreUnknownCodes = (ctx: Ctx, { ids }: InputOf<Codes['ignoreMany']>): Promise<UnknownReportsDone> =>
  each(ctx, ids, (id) => ignoreUnknownCode(ctx, { id }))
