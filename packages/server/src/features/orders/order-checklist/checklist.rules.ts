import type { CheckItem } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'

/** Only values have limits and a unit, and the lower limit must not be above the upper one. @throws invalidInput on `items` */
export const assertItems = (ctx: Ctx, items: readonly CheckItem[]): void => {
  for (const { answer, unit, low, high } of items) {
    if (answer !== 'value' && (unit !== undefined || low !== undefined || high !== undefined))
      refuseField(ctx, 'items', 'unknown')
    if (low !== undefined && high !== undefined && low > high) refuseField(ctx, 'items', 'thresholdRange')
  }
}

/** Questions as the audit log shows them. */
export const itemTexts = (items: readonly CheckItem[]): string[] => items.map(({ textZh }) => textZh)
