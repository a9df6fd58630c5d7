import type { WithOnes } from '../../i18n/plurals.ts'
import type { texts as zh } from './device-model.zh.ts'

export const texts: WithOnes<typeof zh> = {
  keyword: 'Code or name',
  series: {
    create: 'New series',
    edit: 'Edit series',
    keyword: 'Code, name or manufacturer',
    imageHint: 'png, jpg or gif, square, on a white background, larger than 200 × 200 pixels, at most 1 MB',
    disable: 'A disabled series can no longer be chosen. Registered devices are not affected. Disable it?',
    deleteHint: 'Only a series without models can be deleted.',
    expired: 'expired',
  },
  model: {
    create: 'New model',
    edit: 'Edit model',
    basic: 'Basics',
    supervision: 'Supervision',
    record: 'Record',
    heartbeatHint: 'Time between two heartbeats',
    offlineHint:
      'A device that is silent for longer counts as offline; three heartbeats if left empty. A shorter time takes effect at the latest when the current one has passed.',
    lowBatteryHint: 'Below this, the battery counts as low',
    thresholdsHint:
      'Values outside the range are marked on the device’s page. Use the name that the device sends, such as temperature.',
    makerKeyHint:
      'The Ed25519 public key of the firmware maker, in Base64; used to check the maker’s signature on uploaded firmware',
    resendHint: 'Only for devices that carry out a command with the same ID only once',
    manualHint: 'PDF, image or Word document, at most 20 MB',
    disable:
      'New devices of a disabled model can no longer be registered; registered ones keep reporting and are still supervised. Disable it?',
    deleteHint: 'Only a model that no device, command or linked rule uses can be deleted.',
    config: 'Configure',
    devices: 'Device models',
    gateway: 'Gateway',
    device: 'Device',
    gatewayHint: 'Cannot be changed later',
    download: 'Download',
  },
  thresholds: {
    add: 'Add a threshold',
    remove: 'Remove threshold {{index}}',
    name: 'Name of threshold {{index}}',
    unit: 'Unit of threshold {{index}}',
    minimum: 'Minimum of threshold {{index}}',
    maximum: 'Maximum of threshold {{index}}',
    namePlaceholder: 'Name, such as temperature',
    none: 'None',
  },
}
