import type { EnumValue, OrderDevice, OrderDeviceRecord, OrderKindName } from '@emberwatch/contract'

export type OrderResult = EnumValue<'orderResult'>
type CompleteType = EnumValue<'completeType'>

/** The entries for a device so far. Without a result, they are not sent. */
export type DeviceResult = { [F in keyof OrderDeviceRecord]?: OrderDeviceRecord[F] | undefined } & { deviceId: number }

const ofPlanned = (done: OrderResult, none: OrderResult) => ({ done, notPossible: none }) as const

const defaults: Readonly<Record<OrderKindName, Partial<Record<CompleteType, OrderResult>>>> = {
  install: ofPlanned('installed', 'notInstalled'),
  repair: { fixed: 'fixed', replaced: 'replaced', noFault: 'noFault', partly: 'partly', notPossible: 'notPossible' },
  inspect: ofPlanned('normal', 'notAccessible'),
  maintenance: ofPlanned('pass', 'notTested'),
}

/** The default result of a device, according to the overall outcome of the work. */
export const defaultResult = (kind: OrderKindName, completeType: CompleteType): OrderResult | undefined =>
  defaults[kind][completeType]

/** What the server knows of a device's result, and the room if an engineer entered it. */
export const storedResult = (device: OrderDevice, saysRoom = false): DeviceResult => ({
  deviceId: device.id,
  ...(device.result === null ? {} : { result: device.result }),
  ...(device.note === null ? {} : { note: device.note }),
  ...(device.value === null ? {} : { value: device.value }),
  ...(device.method === null ? {} : { method: device.method }),
  ...(device.expected === null ? {} : { expected: device.expected }),
  ...(device.actual === null ? {} : { actual: device.actual }),
  ...(device.gatewayId === null ? {} : { gatewayId: device.gatewayId }),
  ...(!saysRoom || device.roomNumber === null ? {} : { roomNumber: device.roomNumber }),
  ...(device.photos.length === 0 ? {} : { photos: [...device.photos] }),
})

/** The entries as they are sent. Undefined without a result. */
const recordOf = (given: DeviceResult): OrderDeviceRecord | undefined => {
  const { deviceId, result, ...rest } = given
  if (result === undefined) return undefined
  const filled = Object.entries(rest).filter(([, value]) => value !== undefined)
  return { deviceId, result, ...Object.fromEntries(filled.sort(([a], [b]) => a.localeCompare(b))) }
}

/** The results to send: those that were chosen and that the server does not have yet. */
export const changedResults = (
  records: readonly DeviceResult[],
  devices: readonly OrderDevice[],
  saysRoom = false,
): OrderDeviceRecord[] => {
  const stored = new Map(devices.map((device) => [device.id, JSON.stringify(recordOf(storedResult(device, saysRoom)))]))
  return records.flatMap((given) => {
    const record = recordOf(given)
    return record && JSON.stringify(record) !== stored.get(record.deviceId) ? [record] : []
  })
}

/** Whether every device has a result, sent now or earlier. */
export const eachHasResult = (sent: readonly OrderDeviceRecord[], devices: readonly OrderDevice[]): boolean => {
  const given = new Set(sent.map(({ deviceId }) => deviceId))
  return devices.every(({ id, result }) => result !== null || given.has(id))
}
