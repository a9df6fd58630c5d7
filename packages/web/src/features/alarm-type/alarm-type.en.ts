import type { texts as zh } from './alarm-type.zh.ts'

export const texts: typeof zh = {
  create: 'New alarm type',
  edit: 'Edit alarm type “{{name}}” ({{code}})',
  acknowledge: 'Confirm within',
  close: 'Close within',
  codeHint: 'Used inside the product; it cannot be changed later',
  levelHint:
    'The sound follows the level: each sounds in a rhythm of its own until somebody takes or mutes it, and none over a fire',
  acknowledgeHint: 'From the first signal; 90 seconds are usual in control rooms',
  closeHint: 'Leave empty for no target',
  disableHint: 'New report parameters can no longer use this type. Codes that use it go on raising alarms.',
  removeHint: 'A type can be deleted if no report parameter uses it and no alarm was ever raised of it.',
  seeded: 'It belongs to the product: it can be disabled, not deleted',
  quieter: '“{{name}}” is a fire no longer?',
  quieterText: 'From now on these alarms do not go on sounding and do not stand in front. Alarms raised before stay as they are.',
}
