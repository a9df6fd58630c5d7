import { position } from '../../kernel/coordinates.ts'
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
} from '../../kernel/schema.ts'

/** Where an engineer has to be before work on an order starts (glossary: sign-in address). */
export const signSiteRow = Type.Object({
  id: id(),
  name: Type.String(),
  projectId: id(),
  projectName: Type.String(),
  /** Of the project. */
  timeZone: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  address: Type.String(),
  floor: nullable(Type.String()),
  /** Null: how far somebody is from it cannot be said. */
  position: nullable(position()),
  radiusM: Type.Integer(),
  /** What stands in the QR code or the NFC tag at the place. */
  tagCode: Type.String(),
  enabled: Type.Boolean(),
  lastSignedAt: nullable(instant()),
  lastSignedBy: nullable(Type.String()),
  ...tracked,
})
export type SignSiteRow = Static<typeof signSiteRow>

export const signSiteDetail = Type.Object({
  ...signSiteRow.properties,
  /** How often somebody signed in here, by how it was judged. */
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

/** Metres: less than a phone can tell, or more than a large site, makes no sense. */
const radius = () => Type.Integer({ minimum: 20, maximum: 5_000 })

const siteFields = {
  name: text(80),
  address: text(200),
  floor: optional(text(20)),
  position: optional(position()),
  radiusM: radius(),
}
/** `tagCode` is made up if left out. */
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

/** One time that somebody signed in at an address. */
export const signRecord = Type.Object({
  id: id(),
  at: instant(),
  engineer: Type.String(),
  orderId: id(),
  orderCode: Type.String(),
  orderKind: oneOf('orderKind'),
  /** Of the project. */
  timeZone: Type.String(),
  result: oneOf('signInResult'),
  /** Metres to the address. Null if it had no position. */
  distanceM: nullable(Type.Integer()),
  accuracyM: nullable(Type.Integer()),
  reason: nullable(Type.String()),
  position: position(),
})
export type SignRecord = Static<typeof signRecord>

export const signRecordPageInput = pageInput({ siteId: ref('sign_site'), result: optional(oneOf('signInResult')) }, [
  'at',
  'distanceM',
])
