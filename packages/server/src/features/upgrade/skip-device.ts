import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { stepDevices } from './step-devices.ts'

type Skip = typeof endpoints.upgradeDevice.skip

/** Leaves out devices that wait. @throws precondition */
export const skipDevices = (ctx: Ctx, { ids }: InputOf<Skip>): Promise<OutputOf<Skip>> =>
  stepDevices(ctx, ids, { action: 'skip', audit: 'upgradeDevice.leave' })
