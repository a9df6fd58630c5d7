import {
  base64,
  fileRef,
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

/** Firmware of a model, as one file. Its own number is `editionVersion`; `version` counts the edits of the row. */
export const firmwareEditionRow = Type.Object({
  id: id(),
  name: Type.String(),
  modelId: id(),
  modelCode: Type.String(),
  modelName: Type.String(),
  targetType: oneOf('firmwareTarget'),
  /** Empty: for every hardware revision. */
  hardware: Type.String(),
  editionVersion: Type.String(),
  /** A full edition upgrades from this version or a newer one (null: from any), a delta from exactly this one. */
  initialVersion: nullable(Type.String()),
  package: oneOf('firmwarePackage'),
  fileId: Type.String(),
  fileName: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
  keyId: nullable(Type.String()),
  state: oneOf('firmwareState'),
  /** Why it was withdrawn. */
  reason: nullable(Type.String()),
  releasedAt: nullable(instant()),
  releasedBy: nullable(Type.String()),
  testedBy: Type.String(),
  /** Devices or gateways that last reported this version. */
  installed: Type.Integer(),
  /** Whether there is a key to sign it with. */
  signable: Type.Boolean(),
  ...tracked,
})
export type FirmwareEditionRow = Static<typeof firmwareEditionRow>

const routeStep = Type.Object({ id: id(), version: Type.String(), package: oneOf('firmwarePackage') })

/** How devices on a version reach this edition. */
export const firmwareRouteRow = Type.Object({
  /** Null: they have reported none, or one that cannot be compared. */
  from: nullable(Type.String()),
  /** Number of devices or gateways on this version. */
  count: Type.Integer(),
  /** Null: no route leads here. Empty: they are already here. */
  steps: nullable(Type.Array(routeStep)),
  /** They are, or may be, on a newer version: only a task that allows downgrades brings them here. */
  downgrade: Type.Boolean(),
})
export type FirmwareRouteRow = Static<typeof firmwareRouteRow>

const storedFile = Type.Object({ id: Type.String(), name: Type.String(), size: Type.Integer() })

export const firmwareEditionDetail = Type.Object({
  ...firmwareEditionRow.properties,
  notesZh: Type.String(),
  notesEn: Type.String(),
  makerSignature: nullable(Type.String()),
  signature: nullable(Type.String()),
  /** The text that is signed, in UTF-8. */
  signedText: Type.String(),
  withdrawnAt: nullable(instant()),
  withdrawnBy: nullable(Type.String()),
  attachments: Type.Array(storedFile),
  routes: Type.Array(firmwareRouteRow),
})
export type FirmwareEditionDetail = Static<typeof firmwareEditionDetail>

export const firmwareEditionPageInput = pageInput(
  {
    modelId: optional(ref('device_model')),
    targetType: optional(oneOf('firmwareTarget')),
    state: optional(oneOf('firmwareState')),
    package: optional(oneOf('firmwarePackage')),
    editionVersion: optional(ruled('version')),
  },
  ['name', 'editionVersion', 'size', 'releasedAt', 'createdAt', 'updatedAt'],
)

/** A hardware revision, as devices report it. */
export const hardwareRevision = () => Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$', maxLength: 20 })

/** Without `id`, creates a draft. Once released, only name, notes, tester and attachments can be changed. */
export const firmwareSaveInput = input({
  id: optional(ref('firmware_edition')),
  version: optional(version()),
  name: text(60),
  modelId: ref('device_model'),
  hardware: optional(hardwareRevision()),
  editionVersion: ruled('version'),
  package: oneOf('firmwarePackage'),
  initialVersion: optional(ruled('version')),
  fileId: fileRef(),
  /** The SHA-256 that the maker states. */
  expectedSha256: optional(Type.String({ pattern: '^[0-9A-Fa-f]{64}$', maxLength: 64 })),
  /** Signature with the maker's Ed25519 key of the model, over the 32 bytes of the file's SHA-256. */
  makerSignature: optional(base64(64)),
  notesZh: optional(text(2_000)),
  notesEn: optional(text(2_000)),
  testedBy: optional(text(60)),
  attachments: optional(Type.Array(fileRef(), { maxItems: 10, uniqueItems: true })),
})

const one = { id: ref('firmware_edition') }
export const firmwareOneInput = input(one)
export const firmwareWithdrawInput = input({ ...one, reason: text(200) })

export const firmwareVersionInput = input({ modelId: ref('device_model'), hardware: optional(hardwareRevision()) })
export const firmwareVersions = Type.Object({
  /** Newest first; drafts only for those who may see the list. */
  list: Type.Array(
    Type.Object({
      id: id(),
      name: Type.String(),
      editionVersion: Type.String(),
      hardware: Type.String(),
      package: oneOf('firmwarePackage'),
      initialVersion: nullable(Type.String()),
      state: oneOf('firmwareState'),
    }),
  ),
  /** The version number after the newest one. */
  next: Type.String(),
})

export const firmwareDevicePageInput = pageInput({ ...one }, ['code', 'lastSeenAt'])
/** A device or gateway on the version of an edition. */
export const firmwareDeviceRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  firmware: nullable(Type.String()),
  hardware: nullable(Type.String()),
  companyName: Type.String(),
  projectName: nullable(Type.String()),
  /** Null: its model is not supervised. */
  online: nullable(Type.Boolean()),
  lastSeenAt: nullable(instant()),
})
export type FirmwareDeviceRow = Static<typeof firmwareDeviceRow>

export const firmwareKeyRow = Type.Object({
  /** The first 16 hex digits of the SHA-256 of the public key. */
  id: Type.String(),
  /** Raw, in base64. */
  publicKey: Type.String(),
  previousId: nullable(Type.String()),
  /** Signature by the previous key, over the text that hands over to this one. */
  previousSignature: nullable(Type.String()),
  createdAt: instant(),
  createdBy: nullable(Type.String()),
  /** Null: the current key, which signs what is released now. */
  retiredAt: nullable(instant()),
  /** Whether it can sign. A current key that cannot was sealed with a `secret.key` that has been lost since. */
  usable: Type.Boolean(),
  /** Number of editions signed with it. */
  editions: Type.Integer(),
})
export type FirmwareKeyRow = Static<typeof firmwareKeyRow>
/** The caller's own password, entered again. */
export const firmwareKeyInput = input({ password: text(30) })

/** Where devices fetch the public keys. */
export const firmwareKeysPath = '/api/upgrade/v1/keys'
