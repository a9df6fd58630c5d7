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
}
