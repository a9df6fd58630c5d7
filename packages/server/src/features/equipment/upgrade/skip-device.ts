import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { stepDevices } from './step-devices.ts'

type Skip = typeof endpoints.upgradeDevice.skip

/** Skips waiting devices. @throws precondition */
export const skipDevices = (ctx: Ctx, { ids }: InputOf<Skip>): Promise<OutputOf<Skip>> =>
  stepDevices(ctx, ids, { action: 'skip', audit: 'upgradeDevice.leave' })
