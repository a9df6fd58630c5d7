import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  text,
  tracked,
  Type,
  type Static,
} from '../../../kernel/schema.ts'
import { homeFigures } from '../home/home.endpoints.ts'

/** Longest validity of a kiosk link, valid links of one company, and how many screens one link may run; with one more, the one unused for longest ends. */
export const kioskLimits = { days: 365, links: 100, screens: 10 } as const

/** A part of what the caller sees: one province or one project. */
export const screenPlace = { province: optional(Type.String({ maxLength: 12 })), projectId: optional(ref('project')) }
export const screenPlaceInput = input(screenPlace)

/** For whom the screen is. `kiosk`: the link that it runs with; null for a signed-in user. */
export const screenInfo = Type.Object({
  companyId: id(),
  companyName: Type.String(),
  timeZone: Type.String(),
  projectName: nullable(Type.String()),
  kiosk: nullable(Type.Object({ name: Type.String(), validUntil: instant() })),
})
export type ScreenInfo = Static<typeof screenInfo>

export const screenFigures = Type.Object({
  ...homeFigures.properties,
  /** Open orders by kind and status. */
  orders: Type.Array(Type.Object({ kind: oneOf('orderKind'), status: oneOf('orderStatus'), count: Type.Integer() })),
})
export type ScreenFigures = Static<typeof screenFigures>

/** A project on the map. With a great many projects, those without open alarms are combined by place, with `count`. */
const screenSite = Type.Object({
  /** Null: several projects, or none that can be named. */
  id: nullable(id()),
  name: nullable(Type.String()),
  count: Type.Integer(),
  fires: Type.Integer(),
  /** Open alarms, fires included. Those of tests are not counted. */
  alarms: Type.Integer(),
  province: nullable(Type.String()),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  coordinateSystem: nullable(oneOf('coordinateSystem')),
})
export const screenMap = Type.Object({
  /** Those with open alarms first, fires in front. */
  sites: Type.Array(screenSite),
  provinces: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), projects: Type.Integer() })),
  /** Projects with a running test. */
  onTest: Type.Array(Type.Object({ id: id(), name: Type.String() })),
})
export type ScreenMap = Static<typeof screenMap>

/** Alarms of the last 30 days by their first report, without those of tests. Days are those of the caller's company. */
export const screenStatistics = Type.Object({
  days: Type.Array(Type.Object({ day: Type.String(), fire: Type.Integer(), warning: Type.Integer(), notice: Type.Integer() })),
  types: Type.Array(
    Type.Object({ typeNameZh: Type.String(), typeNameEn: Type.String(), level: oneOf('alarmLevel'), count: Type.Integer() }),
  ),
  sites: Type.Array(Type.Object({ id: id(), name: Type.String(), count: Type.Integer() })),
})
export type ScreenStatistics = Static<typeof screenStatistics>

/** Who is on duty. No phone numbers: a wall is seen by everybody who passes. */
export const screenDuty = Type.Array(
  Type.Object({ id: id(), team: Type.String(), people: Type.Array(Type.String()), until: nullable(instant()) }),
)
export type ScreenDuty = Static<typeof screenDuty>

export const kioskLinkRow = Type.Object({
  id: id(),
  name: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  /** Null: everything that the company sees. */
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  validUntil: instant(),
  kioskState: oneOf('kioskState'),
  /** Null: never opened. */
  lastUsedAt: nullable(instant()),
  /** Open screens. */
  screens: Type.Integer(),
  ...tracked,
})
export type KioskLinkRow = Static<typeof kioskLinkRow>

export const kioskLinkPageInput = pageInput({ companyId: optional(ref('company')), projectId: optional(ref('project')) }, [
  'name',
  'validUntil',
  'createdAt',
])

/** For one project, or for a company and everything that it sees (default: the caller's own). */
export const kioskLinkCreateInput = input({
  name: text(40),
  companyId: optional(ref('company')),
  projectId: optional(ref('project')),
  validDays: Type.Integer({ minimum: 1, maximum: kioskLimits.days }),
})
