import {
  fileRef,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  text,
  Type,
  type Static,
  record,
  zoneFilter,
} from '../../../kernel/schema.ts'
import { reachedStates, type SentChannel } from '../../base/message-record/record.ranks.ts'

export const alarmRow = Type.Object({
  id: id(),
  code: Type.String(),
  state: oneOf('alarmState'),
  level: oneOf('alarmLevel'),
  typeId: id(),
  typeNameZh: Type.String(),
  typeNameEn: Type.String(),
  sourceActive: Type.Boolean(),
  test: Type.Boolean(),
  /** A person raised it, to see who is notified: unlike those of a project on test, people are notified of it. */
  tried: Type.Boolean(),
  /** The device was disabled when it reported. Shown with the alarm, which is otherwise an alarm like any other. */
  deviceDisabled: Type.Boolean(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  deviceId: nullable(id()),
  /** The registered device's code. If it is not registered, as the gateway sent it. */
  deviceCode: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  modelName: nullable(Type.String()),
  gatewayCode: nullable(Type.String()),
  companyId: id(),
  companyName: Type.String(),
  /** The project's time zone, or the company's if there is no project. */
  timeZone: Type.String(),
  sourceFormat: oneOf('reportCodeType'),
  sourceCode: Type.String(),
  repeatCount: Type.Integer(),
  firstAt: instant(),
  lastAt: instant(),
  /** Start of the response clock: the first report, or the one that raised the alarm again after a confirmation. */
  raisedAt: instant(),
  /** When the confirmation is due. Null once confirmed or closed. */
  acknowledgeDueAt: nullable(instant()),
  /** When the closing is due, by the alarm type as it was when the alarm was raised. Null once closed, for tests, and without such a target. */
  closeDueAt: nullable(instant()),
  /** When one of its response clocks was first exceeded. It stays, whatever happens afterwards. */
  breachedAt: nullable(instant()),
  /** Seconds by which the last confirmation was late; so far, while there is none. Null: in time. */
  acknowledgeLateS: nullable(Type.Integer()),
  /** The same for the closing. */
  closeLateS: nullable(Type.Integer()),
  /** The channels over which somebody was reached about it (`reachedStates`); `inSite` once a console has shown it. */
  reached: Type.Array(oneOf('notifyMethod')),
  /** Since when every message and call of the rules about it has failed. Null: somebody was reached, nobody was called, or it is confirmed. */
  unreachedAt: nullable(instant()),
  /** Who has taken the site (alarm desk). Null: nobody, or the alarm has no project. */
  holderId: nullable(id()),
  holderName: nullable(Type.String()),
  heldAt: nullable(instant()),
  /** The holder has been inactive for a while, so the site no longer waits for them. */
  holderAbsent: Type.Boolean(),
  confirmedAt: nullable(instant()),
  confirmedBy: nullable(Type.String()),
  closedAt: nullable(instant()),
  closedBy: nullable(Type.String()),
  /** What the alarm turned out to be; for a false alarm see `cause`. */
  result: nullable(oneOf('alarmResult')),
  handleWay: nullable(oneOf('handleWay')),
  cause: nullable(oneOf('misreportCause')),
  note: nullable(Type.String()),
  orderId: nullable(id()),
  orderCode: nullable(Type.String()),
})
export type AlarmRow = Static<typeof alarmRow>

/** `LiveEvent.data` of kind 'alarm': what a pop-up or list row shows before anything is refetched. `raisedAt`: only of `raisedAgain`. */
export type AlarmEventData = Pick<
  AlarmRow,
  | 'code'
  | 'level'
  | 'typeId'
  | 'typeNameZh'
  | 'typeNameEn'
  | 'projectId'
  | 'projectName'
  | 'deviceCode'
  | 'deviceName'
  | 'roomNumber'
  | 'firstAt'
  | 'state'
  | 'test'
  | 'tried'
> &
  Partial<Pick<AlarmRow, 'raisedAt'>>

/**
 * `LiveEvent.change` of kind 'alarm'. The first four come from ingest, the others from a person's action. `muted` is sent to that
 * person alone.
 */
export type AlarmChange =
  | 'raised'
  | 'raisedAgain'
  | 'repeated'
  | 'restored'
  | 'confirmed'
  | 'cleared'
  | 'misreport'
  | 'repairOrder'
  | 'deviceLinked'
  | 'called'
  | 'escalated'
  | 'noted'
  | 'checked'
  | 'fileMade'
  | 'muted'
  /** A response clock was exceeded. */
  | 'breached'
  /** Concerns a whole site and has no id: its holder has changed (alarm desk). */
  | 'siteTaken'
  | 'siteReleased'
  | 'siteLapsed'

/** `LiveEvent.data` for changes of a site's holder. */
export interface SiteEventData {
  readonly projectId: number
  readonly projectName: string
  /** The new holder. */
  readonly holderId: number | null
  readonly holderName: string | null
  /** The former holder. */
  readonly formerId: number | null
  /** The person who made the change. Null: the system. */
  readonly by: string | null
}

export const alarmPageInput = pageInput(
  {
    /** Only these: a console asks about rows that it still shows although they have left the page. */
    ids: optional(Type.Array(id(), { maxItems: 100, uniqueItems: true })),
    state: optional(oneOf('alarmState')),
    /** `open`: unconfirmed or confirmed. */
    open: optional(Type.Boolean()),
    /** A response clock is exceeded at present. */
    breached: optional(Type.Boolean()),
    /** A response clock was exceeded at any time, even if the alarm was confirmed or closed later. */
    everBreached: optional(Type.Boolean()),
    /** Alarms of sites that the caller has taken. */
    heldByMe: optional(Type.Boolean()),
    level: optional(oneOf('alarmLevel')),
    /** Open alarms whose source is still active at the device (true) or restored (false). */
    sourceActive: optional(Type.Boolean()),
    handleWay: optional(oneOf('handleWay')),
    cause: optional(oneOf('misreportCause')),
    typeId: optional(ref('alarm_type')),
    projectId: optional(ref('project')),
    /** Alarms of the company and of all companies below it. */
    companyId: optional(ref('company')),
    gatewayId: optional(ref('gateway')),
    deviceId: optional(ref('device')),
    /** Alarms about which somebody was reached over this channel. */
    reached: optional(
      Type.Unsafe<SentChannel>({ type: 'string', enum: Object.keys(reachedStates), enumeration: 'notifyMethod' }),
    ),
    test: optional(Type.Boolean()),
    confirmedById: optional(ref('account')),
    closedById: optional(ref('account')),
    alarmOutcome: optional(oneOf('alarmOutcome')),
    /** What charts count: neither a test nor a drill. */
    countedAlarm: optional(Type.Boolean()),
    /** The hour of day at the site in which it began. */
    siteHour: optional(Type.Integer({ minimum: 0, maximum: 23 })),
    projectTypeId: optional(ref('project_type')),
    /** Where the project is. */
    ...zoneFilter,
  },
  ['firstAt', 'urgency'],
)

export const journeyEntry = Type.Object({
  at: instant(),
  step: oneOf('journeyStep'),
  actor: nullable(Type.String()),
  detail: record(Type.Unknown()),
})

export const alarmDetail = Type.Object({
  ...alarmRow.properties,
  journey: Type.Array(journeyEntry),
  rawReport: nullable(
    Type.Object({
      receivedAt: instant(),
      deviceTime: nullable(instant()),
      /** What was sent as the time, if it cannot be read as one. */
      sentTime: nullable(Type.String()),
      /** As the gateway sent it. Null for the gateway itself. */
      deviceCode: nullable(Type.String()),
      sequence: nullable(Type.Integer()),
      format: nullable(Type.String()),
      code: Type.String(),
      /** What could not be understood, as words separated by spaces. */
      problem: nullable(Type.String()),
      values: Type.Unknown(),
      /** The MQTT or HTTP message that contained the report, unchanged; null if it was not kept or the caller may not see it. */
      frame: nullable(Type.Object({ topic: Type.String(), payload: Type.String() })),
    }),
  ),
  projectAddress: nullable(Type.String()),
  projectStopped: Type.Boolean(),
  /** Position of the device, or else of its project. */
  position: nullable(
    Type.Object({ longitude: Type.Number(), latitude: Type.Number(), coordinateSystem: oneOf('coordinateSystem') }),
  ),
  closeReason: nullable(Type.String()),
  brigadeCalledAt: nullable(instant()),
  losses: nullable(Type.String()),
  photos: Type.Array(Type.String()),
})
export type AlarmDetail = Static<typeof alarmDetail>

/** An alarm or a fault of the same site at about the same time. */
export const alarmNeighbour = Type.Object({
  kind: Type.Unsafe<'alarm' | 'fault'>({ type: 'string', enum: ['alarm', 'fault'] }),
  id: id(),
  at: instant(),
  /** Milliseconds after the alarm's first signal; negative before it. */
  offsetMs: Type.Integer(),
  typeNameZh: Type.String(),
  typeNameEn: Type.String(),
  level: nullable(oneOf('alarmLevel')),
  alarmState: nullable(oneOf('alarmState')),
  faultState: nullable(oneOf('faultState')),
  test: Type.Boolean(),
  deviceId: nullable(id()),
  deviceCode: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
})
export type AlarmNeighbour = Static<typeof alarmNeighbour>
/** Alarms and faults this long before and after an alarm are shown with it. */
export const neighbourMinutes = 10

/** Maximum number of photos of one note or closing; each up to `limits.imageBytes`. */
export const alarmPhotos = 12
/** Maximum number of videos of one note; each up to `limits.videoBytes`. */
export const alarmVideos = 3
export const photoRefs = () => Type.Array(fileRef(), { maxItems: alarmPhotos, uniqueItems: true })

/**
 * The row's `raisedAt` as the caller saw it: an alarm raised again since then is a new fire, and is neither confirmed nor closed unseen. Without
 * it, the alarm is taken as it is now.
 */
export const seenRound = { raisedAt: optional(instant()) }

export const alarmConfirmInput = input({ id: ref('alarm'), ...seenRound })
/** `reason` is only required while the source is active (domain.md). */
export const alarmResolveInput = input({
  id: ref('alarm'),
  ...seenRound,
  handleWay: oneOf('handleWay'),
  note: text(500),
  reason: optional(text(200)),
  result: optional(oneOf('alarmResult')),
  brigadeCalledAt: optional(instant()),
  losses: optional(text(500)),
  photos: optional(photoRefs()),
})
export const alarmMisreportInput = input({
  id: ref('alarm'),
  ...seenRound,
  cause: oneOf('misreportCause'),
  /** The cause says it all, mostly. */
  note: optional(text(500)),
  reason: optional(text(200)),
  brigadeCalledAt: optional(instant()),
  photos: optional(photoRefs()),
})
