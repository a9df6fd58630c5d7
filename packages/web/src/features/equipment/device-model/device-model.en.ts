import type { WithOnes } from '../../../i18n/plurals.ts'
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
    supervisionHint:
      'Only devices supervised by heartbeat are online or offline and get a fault when they fall silent. The others are not watched: that they are quiet does not mean that they work.',
    heartbeatHint: 'Time between two heartbeats',
    offlineHint:
      'A device that is silent for longer counts as offline; three heartbeats if left empty. A shorter time takes effect at the latest when the current one has passed.',
    codecHint: 'For reference only; messages are read the same way',
    lowBatteryHint:
      'A reported level below this is marked in the list and on the device’s page. The state “Low power” comes from the device’s own report.',
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
}
