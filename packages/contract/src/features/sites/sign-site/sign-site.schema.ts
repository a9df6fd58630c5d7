import { position } from '../../../kernel/coordinates.ts'
import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  ruled,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** Where an engineer has to sign in before the work on an order starts (glossary: sign-in address). */
export const signSiteRow = Type.Object({
  id: id(),
  name: Type.String(),
  projectId: id(),
  projectName: Type.String(),
  /** Time zone of the project. */
  timeZone: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  address: Type.String(),
  floor: nullable(Type.String()),
  /** Null: distances to it cannot be determined. */
  position: nullable(position()),
  radiusM: Type.Integer(),
  /** The number of the QR code or NFC tag on site. */
  tagCode: Type.String(),
  enabled: Type.Boolean(),
  lastSignedAt: nullable(instant()),
  lastSignedBy: nullable(Type.String()),
  ...tracked,
})
export type SignSiteRow = Static<typeof signSiteRow>

export const signSiteDetail = Type.Object({
  ...signSiteRow.properties,
  /** The text of the QR code: `tagCode` with a signature of this installation, for this address of this project. */
  signedCode: Type.String(),
  /** Number of sign-ins at this address, by result. */
  signs: Type.Object({
    inRadius: Type.Integer(),
    outOfRadius: Type.Integer(),
    mocked: Type.Integer(),
    unknown: Type.Integer(),
  }),
})

export const signSitePageInput = pageInput({ projectId: optional(ref('project')), enabled: optional(Type.Boolean()) }, [
  'name',
  'radiusM',
  'createdAt',
  'updatedAt',
])

/** Metres: a smaller radius is beyond a phone's accuracy, and a larger one beyond any site. */
const radius = () => Type.Integer({ minimum: 20, maximum: 5_000 })

const siteFields = {
  name: text(80),
  address: text(200),
  floor: optional(text(20)),
  position: optional(position()),
  radiusM: radius(),
}
/** `tagCode` is generated if left out. */
export const signSiteCreateInput = input({
  projectId: ref('project'),
  ...siteFields,
  tagCode: optional(ruled('deviceCode')),
})
export const signSiteUpdateInput = input({
  id: ref('sign_site'),
  version: version(),
  ...siteFields,
  tagCode: ruled('deviceCode'),
})

/** One sign-in at an address. */
export const signRecord = Type.Object({
  id: id(),
  at: instant(),
  engineer: Type.String(),
  orderId: id(),
  orderCode: Type.String(),
  orderKind: oneOf('orderKind'),
  /** Time zone of the project. */
  timeZone: Type.String(),
  result: oneOf('signInResult'),
  /** Metres to the address. Null if it has no position. */
  distanceM: nullable(Type.Integer()),
  accuracyM: nullable(Type.Integer()),
  /** Null: nothing was scanned. */
  scan: nullable(oneOf('signScan')),
  reason: nullable(Type.String()),
  position: position(),
})
export type SignRecord = Static<typeof signRecord>

export const signRecordPageInput = pageInput({ siteId: ref('sign_site'), result: optional(oneOf('signInResult')) }, [
  'at',
  'distanceM',
])
