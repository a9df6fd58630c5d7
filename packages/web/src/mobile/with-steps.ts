import { orderStatus, type OrderDetail } from '@emberwatch/contract'
import type { Step } from './steps.ts'

type Device = OrderDetail['devices'][number]
type Check = OrderDetail['checks'][number]

const checked = (order: OrderDetail, step: Extract<Step, { name: 'record' | 'complete' }>): Check[] => {
  const given = step.input.checks ?? []
  const isGiven = (check: Check) => given.some(({ item, deviceId = null }) => item === check.item && deviceId === check.deviceId)
  return [
    ...order.checks.filter((check) => !isGiven(check)),
    ...given.map((answer) => ({
      item: answer.item,
      deviceId: answer.deviceId ?? null,
      yes: answer.yes ?? null,
      value: answer.value ?? null,
      text: answer.text ?? null,
      photos: answer.photos ?? [],
      answeredBy: null,
      answeredAt: step.enteredAt,
    })),
  ]
}

/** A device that was not planned, as long as only this phone knows about it. */
const unplanned = (id: number, code: string): Device => ({
  id,
  code,
  name: '',
  modelName: '',
  roomNumber: null,
  result: null,
  note: null,
  value: null,
  method: null,
  expected: null,
  actual: null,
  gatewayId: null,
  gatewayCode: null,
  photos: [],
  here: true,
  repairOrderId: null,
  repairOrderCode: null,
})

const recorded = (order: OrderDetail, step: Extract<Step, { name: 'record' | 'complete' }>): Device[] => {
  const known = new Set(order.devices.map(({ id }) => id))
  const further = step.input.devices.filter(({ deviceId }) => !known.has(deviceId))
  return [...order.devices, ...further.map(({ deviceId }) => unplanned(deviceId, step.about ?? ''))].map((device) => {
    const record = step.input.devices.find(({ deviceId }) => deviceId === device.id)
    if (!record) return device
    const { result, note = null, value = null, method = null, expected = null, actual = null, photos = [] } = record
    const { gatewayId = null, roomNumber = device.roomNumber } = record
    const gatewayCode = order.gateways?.find(({ id }) => id === gatewayId)?.code ?? null
    return { ...device, result, note, value, method, expected, actual, gatewayId, gatewayCode, roomNumber, photos }
  })
}

const after = (order: OrderDetail, step: Step): OrderDetail => {
  switch (step.name) {
    case 'receive':
      return { ...order, status: orderStatus.accepted }
    case 'refuse':
      return { ...order, status: orderStatus.unassigned }
    case 'start':
      return { ...order, status: orderStatus.inProgress }
    case 'sign': {
      const sites = order.sites.map((site) =>
        site.id === step.input.siteId ? { ...site, signedAt: site.signedAt ?? step.enteredAt } : site,
      )
      const sitesSigned = sites.filter(({ signedAt }) => signedAt !== null).length
      return { ...order, sites, sitesSigned, sitesMissing: sites.length - sitesSigned }
    }
    case 'hold':
      return {
        ...order,
        status: orderStatus.onHold,
        heldFrom: order.status,
        holdReason: step.input.reason,
        holdUntil: step.input.until ?? null,
      }
    case 'unhold':
      return { ...order, status: order.heldFrom ?? order.status, heldFrom: null, holdReason: null, holdUntil: null }
    case 'record':
      return { ...order, devices: recorded(order, step), checks: checked(order, step) }
    case 'complete':
      return {
        ...order,
        status: orderStatus.toVerify,
        devices: recorded(order, step),
        checks: checked(order, step),
        completeType: step.input.completeType,
        completeNote: step.input.note,
        completePhotos: step.input.photos ?? [],
        acceptedBy: step.input.acceptedBy ?? null,
        acceptedSignature: step.input.acceptedSignature ?? null,
      }
  }
}

/** The order as it will be once the waiting steps have been accepted. Refused steps change nothing. */
export const withSteps = (order: OrderDetail, steps: readonly Step[]): OrderDetail =>
  steps.filter(({ orderId, problem }) => orderId === order.id && problem === null).reduce(after, order)
