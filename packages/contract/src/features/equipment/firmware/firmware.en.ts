import type { texts as zh } from './firmware.zh.ts'

export const texts: typeof zh = {
  menus: {
    'version.firmware': 'Firmware',
  },
  operations: {
    'firmwareEdition:release': 'Release',
    'firmwareEdition:withdraw': 'Withdraw',
    'firmwareKey:view': 'View signing keys',
    'firmwareKey:make': 'Create and rotate signing keys',
  },
  subjects: {
    firmwareEdition: 'Firmware edition',
    firmwareKey: 'Firmware signing key',
  },
  fields: {
    modelCode: 'Model code',
    editionVersion: 'Version',
    initialVersion: 'Initial version',
    hardware: 'Hardware revision',
    package: 'Package',
    targetType: 'Target type',
    size: 'Size',
    sha256: 'SHA-256',
    expectedSha256: 'Expected SHA-256',
    makerSignature: 'Maker’s signature',
    makerKey: 'Firmware maker’s public key',
    keyId: 'Signing key',
    notesZh: 'Release notes (Chinese)',
    notesEn: 'Release notes (English)',
    testedBy: 'Tested by',
    attachments: 'Attachments',
    releasedAt: 'Released at',
    releasedBy: 'Released by',
    withdrawnAt: 'Withdrawn at',
    withdrawnBy: 'Withdrawn by',
    publicKey: 'Public key',
    previousId: 'Previous key',
    retiredAt: 'Retired at',
    editions: 'Signed editions',
  },
  enums: {
    firmwareState: { draft: 'Draft', released: 'Released', withdrawn: 'Withdrawn' },
    firmwarePackage: { full: 'Full', delta: 'Delta' },
    firmwareTarget: { device: 'Device', gateway: 'Gateway' },
  },
  reasons: {
    firmwareKeyNeeded: 'there is no signing key yet; create one under “Signing keys” first',
    firmwareKeyThere: 'a signing key already exists; rotate it instead',
    firmwareKeyLost:
      'the key file in the data directory does not match the database, so the signing key cannot be used; restore secret.key from a backup, or start with a new key under “Signing keys” if it is lost for good',
    firmwareFixed: 'released firmware cannot be changed, create a new version instead: {{fields}}',
    firmwareFileTaken: 'this file is already firmware of model “{{model}}” ({{version}}) and cannot be used for another model',
    firmwareFileUnfit:
      'its SHA-256 differs from the one entered, so the file is incomplete or not the right one; it was deleted, please upload it again',
    firmwareMakerUnfit:
      'the maker’s signature does not match the file; the file was deleted, please check the signature and upload it again',
    firmwareMakerNoKey:
      'no public key of the maker is registered for this model, so the maker’s signature cannot be checked; enter it under “Device models” first',
    firmwareInitialNeeded: 'a delta package needs the initial version that it upgrades from',
    firmwareInitialLater: 'the initial version must be lower than the version of the firmware',
  },
}
