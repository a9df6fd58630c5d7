import type { WithOnes } from '../../i18n/plurals.ts'
import type { texts as zh } from './device-model.zh.ts'

export const texts: WithOnes<typeof zh> = {
  keyword: 'Code or name',
  series: {
    create: 'New series',
    edit: 'Edit series',
    keyword: 'Code, name or manufacturer',
    imageHint: 'png, jpg or gif, square, on a white background, larger than 200 × 200 pixels, at most 1 MB',
    disable: 'A disabled series is no longer offered. Registered devices go on. Disable it?',
    deleteHint: 'Only a series without models can be deleted.',
    expired: 'expired',
  },
  model: {
    create: 'New model',
    edit: 'Edit model',
    basic: 'Basics',
    supervision: 'Supervision',
    record: 'Record',
    heartbeatHint: 'Time between two signs of life',
    offlineHint:
      'Silent for longer than this means offline; three heartbeats if left out. A shorter time applies after the current one has passed at the latest.',
    lowBatteryHint: 'Below this, the battery counts as low',
    thresholdsHint: 'Values outside are marked on the device’s page. Name them as the device sends them, such as temperature.',
    makerKeyHint:
      'The Ed25519 public key of the maker of its firmware, in Base64; with it, the maker’s signature of uploaded firmware is checked',
    resendHint: 'Only for devices that run a command of the same id once',
    manualHint: 'PDF, image or Word document, at most 20 MB',
    disable: 'Of a disabled model nothing new can be registered; its devices go on reporting and are supervised. Disable it?',
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
