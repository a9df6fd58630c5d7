import { isAbnormal } from '../order-checklist/check-answers.ts'
import { badResults } from './order.kinds.ts'
import type { OrderPartUsed } from './order-work.schema.ts'
import type { OrderDetail, OrderDevice } from './order.schema.ts'

/** The step that sent the work back, as long as it has not been handed in again. */
export const sentBackBy = <S extends { readonly action: string }>(history: readonly S[]): S | undefined => {
  const last = history.findLast(({ action }) => action === 'complete' || action === 'deny')
  return last?.action === 'deny' ? last : undefined
}

/** The parts entered for work that was sent back, to be handed in again. A device that was replaced stays replaced and is not entered twice. */
export const reusedParts = (parts: OrderDetail['parts']): OrderPartUsed[] =>
  parts
    .filter(({ oldCode }) => oldCode === null)
    .map(({ name, quantity, newCode }) => ({ name, quantity, ...(newCode === null ? {} : { newCode }) }))

type Found = Pick<OrderDetail, 'kind' | 'devices' | 'checklist' | 'checks'>

/** The abnormal checklist answers about a device. */
export const abnormalChecks = ({ checklist, checks }: Pick<Found, 'checklist' | 'checks'>, deviceId: number) =>
  checks.filter((answer) => {
    const asked = checklist[answer.item]
    return answer.deviceId === deviceId && asked !== undefined && isAbnormal(asked, answer)
  })

/** Devices that an inspection or maintenance found abnormal and that have no repair order yet. */
export const openFindings = (order: Found): OrderDevice[] =>
  order.kind !== 'inspect' && order.kind !== 'maintenance'
    ? []
    : order.devices.filter(
        ({ id, result, repairOrderId }) =>
          repairOrderId === null && ((result !== null && badResults.has(result)) || abnormalChecks(order, id).length > 0),
      )
