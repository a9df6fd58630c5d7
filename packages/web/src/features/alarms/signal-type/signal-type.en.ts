import type { texts as zh } from './signal-type.zh.ts'

export const texts: typeof zh = {
  alarm: {
    create: 'New alarm type',
    edit: 'Edit alarm type “{{name}}” ({{code}})',
    disableHint: 'New report parameters can no longer use this type. Codes that already use it keep raising alarms.',
    removeHint: 'A type can only be deleted if no report parameter uses it and it has never raised an alarm.',
  },
  fault: {
    create: 'New fault type',
    edit: 'Edit fault type “{{name}}” ({{code}})',
    disableHint: 'New report parameters can no longer use this type. Codes that already use it keep raising faults.',
    removeHint: 'A type can only be deleted if no report parameter uses it and it has never raised a fault.',
  },
  acknowledge: 'Confirm within',
  close: 'Close within',
  codeHint: 'Used inside the product; it cannot be changed later',
  levelHint:
    'The sound depends on the level: each level sounds in its own rhythm until somebody takes or mutes the alarm; while a fire sounds, no other level does',
  acknowledgeHint: 'Counted from the first signal; 90 seconds is usual in control rooms',
  closeHint: 'Leave empty for no target',
  seeded: 'It comes with the product: it can be disabled, but not deleted',
  quieter: '“{{name}}” will no longer be a fire?',
  quieterText:
    'From now on, these alarms sound less often than a fire and no longer come first. Alarms already raised stay as they are.',
}
