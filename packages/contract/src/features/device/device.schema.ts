import { position } from '../../kernel/coordinates.ts'
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
} from '../../kernel/schema.ts'

/** From here on a battery is weak if its model says nothing. */
export const lowBatteryPercent = 20

/** Signal strength in dBm below which a device may be lost. */
export const weakSignalDbm = -105

/** For how long a device may be disabled at once, in days: it returns by itself, and nobody forgets it for a year. */
export const disabledDaysMax = 90

/** Tags of one device. */
export const deviceTagsMax = 10
const tag = () => text(20)
const tagList = () => Type.Array(tag(), { minItems: 1, maxItems: deviceTagsMax, uniqueItems: true })

/** Where a device comes from: what its factory says. */
export const originFields = {
  batch: optional(text(40)),
  producedOn: optional(day()),
  productionLine: optional(text(40)),
  qcResult: optional(oneOf('qcResult')),
  qcInspector: optional(text(40)),
  box: optional(text(40)),
  pallet: optional(text(40)),
  /** Into the factory's warehouse, and out of it. */
  warehousedOn: optional(day()),
  shippedOn: optional(day()),
}
export const originNames = Object.keys(originFields) as (keyof typeof originFields)[]
/** Of these, what only the companies that have the device see. Batch and day of production are on its label as well. */
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
  /** The first that applies of alarm, fault, low power, offline, online: derived from open records. */
  status: oneOf('deviceStatus'),
  online: Type.Boolean(),
  /** False: disabled, with a reason and an end. Its alarms are stored and shown all the same, marked. */
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
  gatewayId: nullable(id()),
  gatewayCode: nullable(Type.String()),
  building: nullable(Type.String()),
  floor: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  place: nullable(Type.String()),
  /** Words of the people there, to find it by; they stay at the place. */
  tags: Type.Array(Type.String()),
  battery: nullable(Type.Integer()),
  /** The model's threshold. */
  lowBattery: Type.Integer(),
  signal: nullable(Type.Integer()),
  firmware: nullable(Type.String()),
  /** The revision of its hardware, as it told it. */
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
    /** Only these: a selection to export. */
    ids: optional(refs('device')),
    ...productFilter,
    status: optional(oneOf('deviceStatus')),
    online: optional(Type.Boolean()),
    projectId: optional(ref('project')),
    gatewayId: optional(ref('gateway')),
    roomNumber: optional(text(40)),
    /** Battery below this, in percent. */
    batteryBelow: optional(Type.Integer({ minimum: 1, maximum: 100 })),
    /** Not heard for longer than this many hours, or never. */
    silentHours: optional(Type.Integer({ minimum: 1, maximum: 8760 })),
    bound: optional(Type.Boolean()),
    enabled: optional(Type.Boolean()),
    /** To be replaced on this day or before. */
    replaceBefore: optional(day()),
    companyId: optional(ref('company')),
    customerId: optional(ref('customer')),
    batch: optional(text(40)),
    tag: optional(tag()),
    /** Scrapped ones are only listed when asked for. */
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
  communicationCode: optional(ruled('deviceCode')),
  imei: optional(ruled('imei')),
}

export const deviceCreateInput = input({
  code: ruled('deviceCode'),
  modelId: ref('device_model'),
  name: text(60),
  ...addressFields,
  /** Left out: it stays in stock. */
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

export const deviceForbiddenInput = input({
  id: ref('device'),
  enabled: Type.Boolean(),
  /** Required to disable. */
  reason: optional(text(200)),
  /** Required to disable: when it returns by itself. */
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
  /** What is given here replaces the place of all of them; what is left out stays within the same project, and is empty in another. */
  ...placeFields,
})
export const deviceReplaceInput = input({
  id: ref('device'),
  /** A device from stock. */
  withId: ref('device'),
  reason: text(200),
  /** The old one is scrapped; otherwise it returns to stock. */
  scrap: Type.Boolean(),
})
/** Tags are given to all of them, and taken from those that have them. */
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
  /** The project's time zone, or the company's. */
  timeZone: Type.String(),
  heartbeatS: Type.Integer(),
  offlineAfterS: Type.Integer(),
  longitude: nullable(Type.Number()),
  latitude: nullable(Type.Number()),
  coordinateSystem: nullable(oneOf('coordinateSystem')),
  openAlarms: Type.Integer(),
  openFaults: Type.Integer(),
  scrapReason: nullable(Type.String()),
  /** The device whose place it took, and the one that took its own. */
  replaces: nullable(otherDevice),
  replacedBy: nullable(otherDevice),
})
export type DeviceDetail = Static<typeof deviceDetail>

/** What a device last measured: its name on the wire, and the value as it was sent. */
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
  /** At most `valuePointsMax`; of more, each stands for a span of time, with the smallest and the largest in it. */
  points: Type.Array(Type.Object({ at: instant(), value: Type.Number(), least: Type.Number(), most: Type.Number() })),
  /** Only the newest part of the time that was asked for. */
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
/** Nothing in it is searched by words. */
const { keyword: _keyword, ...onlinePaging } = pageInput({ id: ref('device') }, ['at']).properties
export const deviceOnlinePageInput = input(onlinePaging)

export const deviceAvailability = Type.Object({
  /** Share of the time in which it was online, in percent with two digits; null while nothing is known. */
  day: nullable(Type.Number()),
  week: nullable(Type.Number()),
  month: nullable(Type.Number()),
})

/** An order that had to do with the device, or with one whose place it took. */
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
