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
  refs,
  ruled,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** Days for which an installation counts as active after its last query. */
export const activeInstallDays = 30

/** New installations counted from one address per day: more than any office has, and few enough that nobody can fill the disk. */
export const newInstallsPerDay = 1_000

/** The highest version code that Android stores accept. */
const versionCodeMax = 2_100_000_000
const versionCode = () => Type.Integer({ minimum: 1, maximum: versionCodeMax })

const company = Type.Object({ id: id(), name: Type.String() })

/** A version of one of our two apps. Its own number is `versionNumber`; `version` counts the edits of the row. */
export const appVersionRow = Type.Object({
  id: id(),
  app: oneOf('appKind'),
  platform: oneOf('appPlatform'),
  versionNumber: Type.String(),
  /** Android's version code, or the build of an iOS app. */
  versionCode: nullable(Type.Integer()),
  /** The APK, or otherwise the address in a store. */
  fileId: nullable(Type.String()),
  fileName: nullable(Type.String()),
  storeUrl: nullable(Type.String()),
  size: nullable(Type.Integer()),
  sha256: nullable(Type.String()),
  packageName: nullable(Type.String()),
  /** SHA-256 of the certificates that signed the APK, in hex. */
  certificates: Type.Array(Type.String()),
  upgradeMethod: oneOf('upgradeMethod'),
  appTarget: oneOf('appTarget'),
  companies: Type.Array(company),
  /** For a gradual roll-out. */
  rolloutPercent: nullable(Type.Integer()),
  minSupported: nullable(Type.String()),
  state: oneOf('appVersionState'),
  /** Why it was withdrawn. */
  reason: nullable(Type.String()),
  publishedAt: nullable(instant()),
  publishedBy: nullable(Type.String()),
  /** Installations that asked with this version during the last `activeInstallDays`. */
  activeInstalls: Type.Integer(),
  ...tracked,
})
export type AppVersionRow = Static<typeof appVersionRow>

export const appVersionDetail = Type.Object({
  ...appVersionRow.properties,
  notesZh: Type.String(),
  notesEn: Type.String(),
  /** The lowest Android API level that the APK runs on. */
  minSdk: nullable(Type.Integer()),
  /** Ways in which the APK is signed: v1, v2, v3. */
  signedBy: Type.Array(Type.String()),
  /** An operator has confirmed that the signing key changes with this version. */
  keyChanged: Type.Boolean(),
  withdrawnAt: nullable(instant()),
  withdrawnBy: nullable(Type.String()),
})
export type AppVersionDetail = Static<typeof appVersionDetail>

export const appVersionPageInput = pageInput(
  {
    app: oneOf('appKind'),
    platform: optional(oneOf('appPlatform')),
    state: optional(oneOf('appVersionState')),
    upgradeMethod: optional(oneOf('upgradeMethod')),
    appTarget: optional(oneOf('appTarget')),
  },
  ['versionNumber', 'size', 'publishedAt', 'createdAt', 'updatedAt'],
)

/** What can still be changed once an app is published. */
const offer = {
  notesZh: text(2_000),
  notesEn: text(2_000),
  upgradeMethod: oneOf('upgradeMethod'),
  appTarget: oneOf('appTarget'),
  companyIds: optional(refs('company')),
  rolloutPercent: optional(Type.Integer({ minimum: 1, maximum: 100 })),
  minSupported: optional(ruled('version')),
}
const build = {
  versionNumber: ruled('version'),
  /** Read from the APK; entered by hand for a store link. */
  versionCode: optional(versionCode()),
  fileId: optional(fileRef()),
  storeUrl: optional(ruled('storeUrl', { maxLength: 300 })),
  keyChanged: optional(Type.Boolean()),
}

export const appVersionCreateInput = input({ app: oneOf('appKind'), platform: oneOf('appPlatform'), ...build, ...offer })
/** The number and file of a published version cannot be changed. */
export const appVersionUpdateInput = input({ id: ref('app_version'), version: version(), ...build, ...offer })

export const appVersionWithdrawInput = input({ id: ref('app_version'), reason: text(200) })

/** An uploaded APK, and what was read from it. */
export const apkInput = input({ app: oneOf('appKind'), fileId: fileRef() })
export const apkFound = Type.Object({
  packageName: Type.String(),
  versionNumber: Type.String(),
  versionCode: Type.Integer(),
  minSdk: nullable(Type.Integer()),
  certificates: Type.Array(Type.String()),
  signedBy: Type.Array(Type.String()),
  size: Type.Integer(),
  sha256: Type.String(),
  /** Contradictions to the versions published before, in words. */
  problems: Type.Array(Type.Object({ mismatch: oneOf('apkMismatch'), msg: Type.String() })),
})
export type ApkFound = Static<typeof apkFound>

/** What an app reports about itself. `installId` is a random text that it generates once. */
export const appQueryInput = input({
  app: oneOf('appKind'),
  platform: oneOf('appPlatform'),
  version: ruled('version'),
  versionCode: optional(versionCode()),
  installId: Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' }),
  companyCode: optional(Type.String({ maxLength: 30 })),
  language: optional(Type.Unsafe<'zh' | 'en'>({ type: 'string', enum: ['zh', 'en'] })),
})

/** The version that an app should upgrade to. Null: it already has the newest one meant for it. */
export const appUpdate = Type.Object({
  version: Type.String(),
  versionCode: nullable(Type.Integer()),
  upgradeMethod: oneOf('upgradeMethod'),
  notes: Type.String(),
  /** The APK's address, relative to that of the calls, or the full address in a store. */
  url: Type.String(),
  /** The address is in a store: there is no file to check. */
  store: Type.Boolean(),
  size: nullable(Type.Integer()),
  sha256: nullable(Type.String()),
})
export type AppUpdate = Static<typeof appUpdate>
