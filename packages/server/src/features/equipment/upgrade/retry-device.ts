import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { stepDevices } from './step-devices.ts'
import { freshStart } from './step-upgrade-device.ts'

type Retry = typeof endpoints.upgradeDevice.retry

/** Retries devices that failed or were skipped. @throws precondition */
export const retryDevices = (ctx: Ctx, { ids }: InputOf<Retry>): Promise<OutputOf<Retry>> =>
  stepDevices(ctx, ids, { action: 'retry', changes: freshStart, audit: 'upgradeDevice.tryAgain' })
