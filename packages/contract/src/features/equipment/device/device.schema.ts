import { position } from '../../../kernel/coordinates.ts'
import {
  day,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  ruled,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** Battery level in percent below which a battery is weak if its model sets no threshold. */
export const lowBatteryPercent = 20

/** Signal strength in dBm below which a device may be lost. */
export const weakSignalDbm = -105

/** Longest time in days for which a device can be disabled at once. It is enabled again automatically, so that it is never forgotten. */
export const disabledDaysMax = 90

/** Maximum number of tags of a device. */
export const deviceTagsMax = 10
const tag = () => text(20)
const tagList = () => Type.Array(tag(), { minItems: 1, maxItems: deviceTagsMax, uniqueItems: true })

/** Where a device comes from, as stated by its factory. */
export const originFields = {
  batch: optional(text(40)),
  producedOn: optional(day()),
  productionLine: optional(text(40)),
  qcResult: optional(oneOf('qcResult')),
  qcInspector: optional(text(40)),
  box: optional(text(40)),
  pallet: optional(text(40)),
  /** Days on which it entered the factory's warehouse and left it. */
  warehousedOn: optional(day()),
  shippedOn: optional(day()),
}
export const originNames = Object.keys(originFields) as (keyof typeof originFields)[]
/** The part of these that only the companies that have the device can see. Batch and day of production are also on its label. */
export const factoryNames: readonly (keyof typeof originFields)[] = originNames.filter(
  (name) => name !== 'batch' && name !== 'producedOn',
)
/** The same in answers. */
export const originRow = {
  batch: nullable(Type.String()),
  producedOn: nullable(Type.String()),
  productionLine: nullable(Type.String()),
  qcResult: nullable(oneOf('qcResult')),
  qcInspector: nullable(Type.String()),
  box: nullable(Type.String()),
  pallet: nullable(Type.String()),
  warehousedOn: nullable(Type.String()),
  shippedOn: nullable(Type.String()),
}

export const deviceRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  /** The first that applies of alarm, fault, low power, offline, online, not supervised; derived from open records. */
  status: oneOf('deviceStatus'),
  /** Null: its model is not supervised. */
  online: nullable(Type.Boolean()),
  /** False: disabled, with a reason and an end. Its alarms are still stored and shown, marked accordingly. */
  enabled: Type.Boolean(),
  disabledReason: nullable(Type.String()),
  disabledUntil: nullable(instant()),
  seriesId: id(),
  seriesName: Type.String(),
  modelId: id(),
  modelName: Type.String(),
  network: oneOf('network'),
  companyId: id(),
  companyName: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  /** The project's time zone, or the company's. */
  timeZone: Type.String(),
  gatewayId: nullable(id()),
  gatewayCode: nullable(Type.String()),
  building: nullable(Type.String()),
  floor: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  place: nullable(Type.String()),
  /** Words by which people on site find it; they stay with the place. */
  tags: Type.Array(Type.String()),
  battery: nullable(Type.Integer()),
  /** The model's threshold for a weak battery. */
  lowBattery: Type.Integer(),
  signal: nullable(Type.Integer()),
  firmware: nullable(Type.String()),
  /** The hardware revision that it reported. */
  hardware: nullable(Type.String()),
  lastSeenAt: nullable(instant()),
  boundAt: nullable(instant()),
  installedOn: nullable(Type.String()),
  replaceBy: nullable(Type.String()),
  warrantyUntil: nullable(Type.String()),
  ...originRow,
  stockedAt: instant(),
  scrappedAt: nullable(instant()),
  ...tracked,
})
export type DeviceRow = Static<typeof deviceRow>

const productFilter = { series: optional(ref('device_series')), model: optional(ref('device_model')) }

export const devicePageInput = pageInput(
  {
    /** Only the devices with these ids: a selection to export. */
    ids: optional(refs('device')),
    ...productFilter,
    status: optional(oneOf('deviceStatus')),
    online: optional(Type.Boolean()),
    projectId: optional(ref('project')),
    gatewayId: optional(ref('gateway')),
    roomNumber: optional(text(40)),
    /** Battery below this, in percent. */
    batteryBelow: optional(Type.Integer({ minimum: 1, maximum: 100 })),
    /** Not seen for more than this many hours, or never. */
    silentHours: optional(Type.Integer({ minimum: 1, maximum: 8760 })),
    bound: optional(Type.Boolean()),
    enabled: optional(Type.Boolean()),
    /** To be replaced on or before this day. */
    replaceBefore: optional(day()),
    companyId: optional(ref('company')),
    customerId: optional(ref('customer')),
    batch: optional(text(40)),
    tag: optional(tag()),
    /** Scrapped devices are only listed if requested. */
    scrapped: optional(Type.Boolean()),
  },
  ['createdAt', 'code', 'battery', 'replaceBy'],
)

const placeFields = {
  building: optional(text(60)),
  floor: optional(text(20)),
  roomNumber: optional(text(40)),
  place: optional(text(120)),
}
const dateFields = { installedOn: optional(day()), replaceBy: optional(day()), warrantyUntil: optional(day()) }
/** Devices other than NB-IoT need a communication code (specification section 5). */
const addressFields = {
  communicationCode: optional(ruled('communicationCode')),
  imei: optional(ruled('imei')),
}

export const deviceCreateInput = input({
  code: ruled('deviceCode'),
  modelId: ref('device_model'),
  name: text(60),
  ...addressFields,
  /** If left out, it stays in stock. */
  projectId: optional(ref('project')),
  gatewayId: optional(ref('gateway')),
  ...placeFields,
  ...dateFields,
  ...originFields,
})
export const deviceUpdateInput = input({
  id: ref('device'),
  version: version(),
  modelId: ref('device_model'),
  name: text(60),
  ...addressFields,
  ...placeFields,
  ...dateFields,
  ...originFields,
})

export const deviceSetEnabledInput = input({
  id: ref('device'),
  enabled: Type.Boolean(),
  /** Required to disable. */
  reason: optional(text(200)),
  /** Required to disable: when it is enabled again automatically. */
  until: optional(instant()),
})

export const deviceBindInput = input({
  ids: refs('device'),
  projectId: ref('project'),
  gatewayId: optional(ref('gateway')),
})
export const deviceUnbindInput = input({ ids: refs('device'), reason: text(200) })
export const deviceMoveInput = input({
  ids: refs('device'),
  projectId: ref('project'),
  gatewayId: optional(ref('gateway')),
  /** Values given here replace the place of all devices. Values left out stay within the same project, and are cleared in another one. */
  ...placeFields,
})
export const deviceReplaceInput = input({
  id: ref('device'),
  /** A device from stock. */
  withId: ref('device'),
  reason: text(200),
  /** The old device is scrapped; otherwise it returns to stock. */
  scrap: Type.Boolean(),
})
/** Tags are added to all of the devices, and removed from those that have them. */
export const deviceTagInput = input({ ids: refs('device'), addTags: optional(tagList()), removeTags: optional(tagList()) })
export const deviceLabelsInput = input({ ids: refs('device') })
/** What is printed on the labels of devices. */
export const deviceLabels = Type.Array(
  Type.Object({
    id: id(),
    code: Type.String(),
    name: Type.String(),
    modelName: Type.String(),
    projectName: nullable(Type.String()),
    building: nullable(Type.String()),
    floor: nullable(Type.String()),
    roomNumber: nullable(Type.String()),
    place: nullable(Type.String()),
  }),
)
export const deviceScrapInput = input({ id: ref('device'), reason: text(200) })
export const deviceLocateInput = input({ id: ref('device'), position: position() })

const otherDevice = Type.Object({ id: id(), code: Type.String(), at: instant() })

export const deviceDetail = Type.Object({
  ...deviceRow.properties,
  communicationCode: nullable(Type.String()),
  imei: nullable(Type.String()),
  customerName: nullable(Type.String()),
  heartbeatS: Type.Integer(),
  offlineAfterS: Type.Integer(),
  longitude: nullable(Type.Number()),
  latitude: nullable(Type.Number()),
  coordinateSystem: nullable(oneOf('coordinateSystem')),
  openAlarms: Type.Integer(),
  openFaults: Type.Integer(),
  scrapReason: nullable(Type.String()),
  /** The device that it replaced, and the one that replaced it. */
  replaces: nullable(otherDevice),
  replacedBy: nullable(otherDevice),
})
export type DeviceDetail = Static<typeof deviceDetail>

/** The latest measured values of a device, by their name on the wire. */
export const deviceValues = Type.Object({
  lastSeenAt: nullable(instant()),
  values: Type.Array(Type.Object({ name: Type.String(), value: Type.String(), numeric: Type.Boolean() })),
})

export const valueHistoryInput = input({
  id: ref('device'),
  name: text(60),
  startTime: instant(),
  endTime: instant(),
})
export const valueHistory = Type.Object({
  name: Type.String(),
  /** At most `valuePointsMax` points; with more records, each stands for a span of time with its smallest and largest value. */
  points: Type.Array(Type.Object({ at: instant(), value: Type.Number(), least: Type.Number(), most: Type.Number() })),
  /** Only the newest part of the requested time is included. */
  cut: Type.Boolean(),
})
export const valuePointsMax = 300

export const deviceOnlineRow = Type.Object({
  id: id(),
  online: Type.Boolean(),
  at: instant(),
  /** Until the next change; null for the current state. */
  until: nullable(instant()),
  seconds: Type.Integer(),
})
/** No keyword: there is nothing to search. */
const { keyword: _keyword, ...onlinePaging } = pageInput({ id: ref('device') }, ['at']).properties
export const deviceOnlinePageInput = input(onlinePaging)

export const deviceAvailability = Type.Object({
  /** Share of the time that it was online, in percent with two digits; null while nothing is known. */
  day: nullable(Type.Number()),
  week: nullable(Type.Number()),
  month: nullable(Type.Number()),
})

/** An order that involved the device, or one that it replaced. */
export const deviceOrderRow = Type.Object({
  id: id(),
  code: Type.String(),
  kind: oneOf('orderKind'),
  status: oneOf('orderStatus'),
  description: Type.String(),
  deviceCode: Type.String(),
  createdAt: instant(),
  finishedAt: nullable(instant()),
})
export const deviceOrderPageInput = pageInput({ id: ref('device') }, ['createdAt'])
