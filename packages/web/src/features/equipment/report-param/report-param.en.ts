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
  everywhere: 'Applies to every gateway on the platform, from the next report on.',
  codeHint: 'As devices send it; format and code cannot be changed later',
  restoresHint: 'The alarm or fault code of the same format that it restores, such as 1110',
  mergeHint:
    'If the same alarm is raised again after it was confirmed and restored, people outside are not notified again within this time; consoles show it as always. 0: notified every time. Fires are always sent, and the first alarm is never delayed.',
  textHint: 'Leave empty to use the standard text. Variables: {{names}}',
  notifyHint: 'If switched off, nobody is notified (text message, call); the console shows and sounds it as always',
  why: 'Why it is no longer an alarm',
  whyHint: 'This code used to be an alarm. The reason is written to the audit log.',
  disable: 'Disable “{{name}}”? It will then count as an unknown code.',
  disableAlarm:
    'Disable “{{name}}”? It will no longer raise an alarm, but every report of it still raises the fault “unknown code, may be an alarm”; nothing is dropped.',
  removeHint:
    'A code can only be deleted if no other code restores it and it has never raised an alarm or fault. Any other can be disabled.',
  seeded: 'It comes with the product: it can be disabled, but not deleted',
  test: {
    said: 'Text sent outside (example)',
    action: 'Test a message',
    title: 'Test a sample message',
    hint: 'Shows what the platform would do with it. Nothing is stored and no alarm is raised.',
    placeholder: 'A JSON message as a gateway sends it, or format and code, such as: CID 1110',
    run: 'Test',
    results: 'Result',
    unreadable:
      'The message as a whole cannot be read: {{reason}}. It would raise the fault “unreadable message” for the gateway.',
    unreadableAlarm:
      'What cannot be read may be a fire alarm: the gateway would also raise an alarm at once, and people would be notified.',
  },
}
