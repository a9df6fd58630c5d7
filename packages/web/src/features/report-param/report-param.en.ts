import type { texts as zh } from './report-param.zh.ts'

export const texts: typeof zh = {
  tabs: { params: 'Report parameters', alarmTypes: 'Alarm types', faultTypes: 'Fault types' },
  keyword: 'Code or meaning',
  code: 'Code',
  reason: 'Meaning',
  raises: 'Alarm or fault type',
  restores: 'restores {{code}}',
  create: 'New report parameter',
  edit: 'Edit report parameter {{name}}',
  everywhere: 'Applies to every gateway of the platform, from the next report on.',
  codeHint: 'As devices send it; format and code cannot be changed later',
  restoresHint: 'The alarm or fault code of the same format that it restores, such as 1110',
  mergeHint:
    'When the same alarm is raised again after it was confirmed and restored, people outside are not told once more within this time; consoles show it as always. 0: told every time. Fires are always told, and the first alarm is never delayed.',
  textHint: 'Left empty, the standard text is used. Variables: {{names}}',
  notifyHint: 'Switched off, nobody is notified (text message, call); the console shows and sounds as always',
  why: 'Why it is an alarm no longer',
  whyHint: 'This code was an alarm. The reason goes into the audit log.',
  disable: 'Disable “{{name}}”? It then counts as an unknown code.',
  disableAlarm:
    'Disable “{{name}}”? It raises no alarm any more, but every report of it still raises the fault “unknown code, may be an alarm”; nothing is dropped.',
  removeHint:
    'A code can be deleted if no other one restores it and it never raised an alarm or fault. Any other can be disabled.',
  seeded: 'It belongs to the product: it can be disabled, not deleted',
  test: {
    said: 'Said outside (example)',
    action: 'Test a message',
    title: 'Test a sample message',
    hint: 'Shows what would come of it. Nothing is stored and no alarm is raised.',
    placeholder: 'A JSON message as a gateway sends it, or format and code, such as: CID 1110',
    run: 'Test',
    results: 'What would come of it',
    unreadable: 'The message as a whole cannot be read: {{reason}}. The gateway would get the fault “unreadable message”.',
  },
}
