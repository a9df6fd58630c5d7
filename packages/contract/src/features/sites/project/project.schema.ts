import {
  eitherName,
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
  zoneFilter,
  type Static,
  pick,
} from '../../../kernel/schema.ts'
import { position } from '../../../kernel/coordinates.ts'
import { activeHours } from './active-hours.ts'

/** Limits: days between two visits of a plan, and years of maintenance. */
const cycle = () => Type.Integer({ minimum: 1, maximum: 3_650 })
const years = () => Type.Integer({ minimum: 1, maximum: 50 })

/** The longest test; the project returns to service automatically (screens.md, "Put on test"). */
export const longestTestMs = 24 * 3_600_000

/** What decides which actions are possible on a project: the facts of its state graphs (project.states.ts). */
const facts = {
  status: oneOf('projectStatus'),
  audit: oneOf('auditState'),
  stopped: Type.Boolean(),
  /** Number of devices bound to it. */
  devices: Type.Integer(),
  openInstallOrders: Type.Integer(),
  /** Open inspection and maintenance orders. */
  openServiceOrders: Type.Integer(),
  /** Whether the caller is above the applicant and so can decide on the application. */
  aboveApplicant: Type.Boolean(),
  /** The project belongs to another company, and the reader's company has joined it: they can see it, and change what its owner allows. */
  joined: Type.Boolean(),
}

export const projectRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  typeId: id(),
  typeNameZh: Type.String(),
  typeNameEn: Type.String(),
  customerId: id(),
  /** Masked for private persons. */
  customerName: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  address: Type.String(),
  province: nullable(Type.String()),
  city: nullable(Type.String()),
  region: nullable(Type.String()),
  timeZone: Type.String(),
  ...facts,
  stoppedReason: nullable(Type.String()),
  /** Whether the whole project or a part of it is on test now. */
  onTest: Type.Boolean(),
  gateways: Type.Integer(),
  /** Devices with an open alarm or fault, with low power, or offline. */
  abnormal: Type.Integer(),
  openAlarms: Type.Integer(),
  admins: Type.Array(Type.Object({ id: id(), name: Type.String() })),
  maintenanceYears: Type.Integer(),
  inspectionCycleDays: Type.Integer(),
  maintenanceCycleDays: Type.Integer(),
  dueAt: nullable(instant()),
  /** Calendar days until `dueAt`, in the project's time zone; below 0 once it has passed. */
  remainingDays: nullable(Type.Integer()),
  ...tracked,
})
export type ProjectRow = Static<typeof projectRow>

export const projectPageInput = pageInput(
  {
    typeId: optional(ref('project_type')),
    customerId: optional(ref('customer')),
    companyId: optional(ref('company')),
    adminId: optional(ref('account')),
    status: optional(oneOf('projectStatus')),
    audit: optional(oneOf('auditState')),
    stopped: optional(Type.Boolean()),
    onTest: optional(Type.Boolean()),
    /** Projects with open alarms. */
    alarmed: optional(Type.Boolean()),
    dueFrom: optional(instant()),
    dueTo: optional(instant()),
    ...zoneFilter,
  },
  ['code', 'name', 'dueAt', 'createdAt'],
)

/** What the fire brigade and engineers need to know about the building and its access. */
export const buildingFields = {
  occupancy: optional(text(60)),
  floorsAbove: optional(Type.Integer({ minimum: 0, maximum: 300 })),
  floorsBelow: optional(Type.Integer({ minimum: 0, maximum: 50 })),
  buildingHeight: optional(Type.Number({ minimum: 0, maximum: 2_000 })),
  buildingArea: optional(Type.Number({ minimum: 0, maximum: 100_000_000 })),
  fireResistance: optional(oneOf('fireResistance')),
  riskClass: optional(oneOf('riskClass')),
  occupants: optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  keyUnit: optional(Type.Boolean()),
  controlRoomPhone: optional(ruled('phone')),
  waterSupply: optional(text(200)),
  vehicleAccess: optional(text(200)),
  hazards: optional(text(200)),
  keysHeld: optional(text(200)),
  accessNotes: optional(text(400)),
}
export const buildingNames = Object.keys(buildingFields) as (keyof typeof buildingFields)[]

/** Before a fire counts as one, the premises are called; only if the authority requires it, and for no longer than NFPA 72 allows. */
export const longestVerificationS = 90
const verificationFields = {
  callFirst: optional(Type.Boolean()),
  verifyAskedBy: optional(text(80)),
  verifyWithinS: optional(Type.Integer({ minimum: 10, maximum: longestVerificationS })),
}

/** Longest quiet hours in minutes: a site that is closed overnight can be quiet, but for a third of each day people are notified of everything. */
export const longestQuietM = 16 * 60

/** What a new project gets if neither its form nor its type says anything. */
export const usualTerms = {
  maintenanceYears: 1,
  inspectionCycleDays: 30,
  maintenanceCycleDays: 90,
  notifyMethods: ['voice', 'sms'],
} as const

/** Years, cycles and notification methods that are left out stay as they are; those of a new project are its type's, or the usual ones. */
const projectFields = {
  name: text(80),
  typeId: ref('project_type'),
  customerId: ref('customer'),
  ...zoneFilter,
  address: text(200),
  position: optional(position()),
  timeZone: optional(text(64)),
  phone: optional(ruled('phone')),
  adminIds: optional(refs('account', 0)),
  maintenanceYears: optional(years()),
  inspectionCycleDays: optional(cycle()),
  maintenanceCycleDays: optional(cycle()),
  notifyMethods: optional(Type.Array(oneOf('notifyMethod'), { uniqueItems: true, minItems: 1, maxItems: 5 })),
  quietHours: optional(activeHours),
  ...verificationFields,
  ...buildingFields,
}
/** Without `code` a number is generated; without `companyId` it belongs to the customer's company. */
export const projectCreateInput = input({
  code: optional(ruled('orgCode', { maxLength: 30 })),
  companyId: optional(ref('company')),
  ...projectFields,
})
/** A row of an import: the position as two numbers, no managers, and no quiet hours. */
export const importProjectInput = (() => {
  const { position: _position, adminIds: _admins, quietHours: _hours, ...rest } = projectCreateInput.properties
  return input({
    ...rest,
    latitude: optional(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: optional(Type.Number({ minimum: -180, maximum: 180 })),
  })
})()
/** The customer can be changed until the project has gateways, devices, orders or sign-in addresses. Editing a rejected project submits it again. */
export const projectUpdateInput = input({ id: ref('project'), version: version(), ...projectFields })

export const projectDetail = Type.Object({
  ...projectRow.properties,
  country: nullable(Type.String()),
  position: nullable(position()),
  phone: nullable(Type.String()),
  adminIds: Type.Array(id()),
  notifyMethods: Type.Array(oneOf('notifyMethod')),
  quietHours: nullable(activeHours),
  callFirst: Type.Boolean(),
  verifyAskedBy: nullable(Type.String()),
  verifyWithinS: nullable(Type.Integer()),
  building: Type.Object(buildingFields),
  /** Since when the plans of inspection and maintenance run. */
  maintainedSince: nullable(instant()),
  /** Open alarms raised during tests whose source has not been restored. */
  activeTestAlarms: Type.Integer(),
  appliedAt: instant(),
  applicant: nullable(Type.String()),
  decidedAt: nullable(instant()),
  decidedBy: nullable(Type.String()),
  rejectReason: nullable(Type.String()),
})
export type ProjectDetail = Static<typeof projectDetail>

export const projectCompleteInput = input({ id: ref('project') })
export const projectRenewInput = input({ id: ref('project'), dueAt: instant() })
export const projectStopInput = input({ id: ref('project'), reason: text(200) })

/** A test, as the banner and the project's page show it. */
export const projectTestRow = Type.Object({
  id: id(),
  projectId: id(),
  projectName: Type.String(),
  timeZone: Type.String(),
  fromAt: instant(),
  toAt: instant(),
  /** The whole project; otherwise the chosen devices and gateways. */
  whole: Type.Boolean(),
  deviceCount: Type.Integer(),
  gatewayCount: Type.Integer(),
  reason: Type.String(),
  requestedBy: Type.String(),
  identityCheck: oneOf('identityCheck'),
  createdBy: nullable(Type.String()),
  endedAt: nullable(instant()),
  /** Null: nobody, it ended by time. */
  endedBy: nullable(Type.String()),
})
export type ProjectTestRow = Static<typeof projectTestRow>

/** What the banner above every page shows, and no more of a test than that. */
export const runningTest = Type.Object({
  id: id(),
  projectId: id(),
  projectName: Type.String(),
  whole: Type.Boolean(),
  fromAt: instant(),
  toAt: instant(),
  /** The project's: its people read a clock there. */
  timeZone: Type.String(),
})
export const runningTests = Type.Object({ list: Type.Array(runningTest), total: Type.Integer() })

export const putOnTestInput = input({
  projectId: ref('project'),
  /** Default: now. */
  fromAt: optional(instant()),
  toAt: instant(),
  whole: Type.Boolean(),
  deviceIds: optional(refs('device', 0)),
  gatewayIds: optional(refs('gateway', 0)),
  reason: text(200),
  requestedBy: text(40),
  identityCheck: oneOf('identityCheck'),
})
export const projectTestPageInput = pageInput({ projectId: ref('project') }, ['fromAt'])

export const projectTypeRow = Type.Object({
  id: id(),
  code: Type.String(),
  nameZh: Type.String(),
  nameEn: Type.String(),
  /** Default values for a new project of this type. */
  maintenanceYears: nullable(Type.Integer()),
  inspectionCycleDays: nullable(Type.Integer()),
  maintenanceCycleDays: nullable(Type.Integer()),
  /** Number of enabled notification rules for this type, which notify people about its new projects. */
  callRules: Type.Integer(),
  /** Number of projects of this type. */
  projects: Type.Integer(),
  enabled: Type.Boolean(),
  ...tracked,
})
export type ProjectTypeRow = Static<typeof projectTypeRow>
export const projectTypePageInput = pageInput({ enabled: optional(Type.Boolean()) }, ['code', 'createdAt'])
const projectTypeFields = {
  nameZh: eitherName('nameEn', 40),
  nameEn: eitherName('nameZh', 60),
  maintenanceYears: optional(years()),
  inspectionCycleDays: optional(cycle()),
  maintenanceCycleDays: optional(cycle()),
}
export const projectTypeCreateInput = input({ code: ruled('orgCode', { maxLength: 30 }), ...projectTypeFields })
export const projectTypeUpdateInput = input({ id: ref('project_type'), version: version(), ...projectTypeFields })

export const projectTypeDefaults = pick(projectTypeRow, ['maintenanceYears', 'inspectionCycleDays', 'maintenanceCycleDays'])

/** An application: a project waiting for approval, or already decided. */
export const applicationRow = Type.Object({
  ...projectRow.properties,
  appliedAt: instant(),
  applicant: nullable(Type.String()),
  decidedAt: nullable(instant()),
  decidedBy: nullable(Type.String()),
  rejectReason: nullable(Type.String()),
})
export type ApplicationRow = Static<typeof applicationRow>
export const applicationPageInput = pageInput(
  { audit: optional(oneOf('auditState')), companyId: optional(ref('company')), typeId: optional(ref('project_type')) },
  ['appliedAt'],
)
export const applicationAgreeInput = input({ id: ref('project') })
export const applicationRejectInput = input({ id: ref('project'), reason: text(200) })
