import type { notices as zh } from '../zh/outside-messages.ts'

/** Texts for people outside if their company has no template of its own. `many` stands for several events in one message. */
export const notices: typeof zh = {
  /** In front of a message about a test alarm that a person has raised. */
  testMark: 'TEST: ',
  /** Sample values of the variables for a preview. */
  sample: {
    project: 'Harbour Hotel',
    device: 'Smoke detector 12',
    room: 'Building A, floor 3, room 305',
    type: 'Smoke alarm',
    level: 'Fire',
    time: '2026-11-20 08:00:00',
    code: 'SD-000012',
    count: '1',
    first: 'Smoke detector 12, room 305',
    receiver: 'Alex Example',
    company: 'Example Fire Services',
    date: '2026-11-20',
  },
  alarm: {
    title: '{{level}}: {{project}}, {{type}}',
    titleMany: '{{level}}: {{project}}, {{count}} alarms',
    sms: '{{level}}: {{project}}, {{room}}, {{device}}, {{type}}, {{time}}. Check at once.',
    smsMany: '{{level}}: {{project}}, {{count}} alarms, first {{first}}, {{time}}. Check at once.',
    voice: '{{level}}. {{project}}, {{room}}, {{device}}, {{type}}, at {{time}}. Press 1 to take it over.',
    voiceMany: '{{level}}. {{project}}, {{count}} alarms, first {{first}}, at {{time}}. Press 1 to take it over.',
    mail: 'Level: {{level}}\nProject: {{project}}\nPlace: {{room}}\nDevice: {{device}}\nType: {{type}}\nCode: {{code}}\nTime: {{time}}\n\nCheck and act at once.',
    mailMany:
      'Level: {{level}}\nProject: {{project}}\nAlarms: {{count}}\nFirst: {{first}}\nTime: {{time}}\n\nCheck and act at once.',
    app: '{{room}}, {{device}}, {{time}}',
    appMany: 'First: {{first}}, {{time}}',
  },
  breach: {
    title: 'Response time exceeded: {{project}}, {{type}}',
    titleMany: 'Response time exceeded: {{project}}, {{count}} alarms',
    sms: 'Response time exceeded: {{project}}, {{room}}, {{device}}, {{type}} ({{level}}), raised {{time}}, is still open. Act at once.',
    smsMany: 'Response time exceeded: {{project}}, {{count}} alarms still open, first {{first}}, {{time}}. Act at once.',
    voice:
      'Response time exceeded. {{project}}, {{room}}, {{device}}, {{type}}, raised at {{time}}, is still open. Press 1 to take it over.',
    voiceMany:
      'Response time exceeded. {{project}}, {{count}} alarms still open, first {{first}}, at {{time}}. Press 1 to take it over.',
    mail: 'Level: {{level}}\nProject: {{project}}\nPlace: {{room}}\nDevice: {{device}}\nType: {{type}}\nCode: {{code}}\nRaised: {{time}}\n\nThe response time of this alarm has been exceeded and it is still open. Act at once.',
    mailMany:
      'Level: {{level}}\nProject: {{project}}\nAlarms: {{count}}\nFirst: {{first}}\nRaised: {{time}}\n\nThe response time of these alarms has been exceeded and they are still open. Act at once.',
    app: '{{room}}, {{device}}, raised {{time}}, still open',
    appMany: 'First: {{first}}, {{time}}, still open',
  },
  fault: {
    title: 'Fault: {{project}}, {{type}}',
    titleMany: 'Fault: {{project}}, {{count}} faults',
    sms: 'Fault: {{project}}, {{room}}, {{device}}, {{type}}, {{time}}. Please repair soon.',
    smsMany: 'Fault: {{project}}, {{count}} faults, first {{first}}, {{time}}. Please repair soon.',
    voice: 'Device fault. {{project}}, {{room}}, {{device}}, {{type}}, at {{time}}. Please repair soon.',
    voiceMany: 'Device faults. {{project}}, {{count}} faults, first {{first}}, at {{time}}. Please repair soon.',
    mail: 'Project: {{project}}\nPlace: {{room}}\nDevice: {{device}}\nFault type: {{type}}\nCode: {{code}}\nTime: {{time}}\n\nPlease repair soon.',
    mailMany: 'Project: {{project}}\nFaults: {{count}}\nFirst: {{first}}\nTime: {{time}}\n\nPlease repair soon.',
    app: '{{room}}, {{device}}, {{time}}',
    appMany: 'First: {{first}}, {{time}}',
  },
}
