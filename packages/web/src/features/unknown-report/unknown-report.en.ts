import type { texts as zh } from './unknown-report.zh.ts'

export const texts: typeof zh = {
  keyword: 'Device, code or gateway',
  views: { open: 'Open', handled: 'Handled' },
  what: 'What',
  place: 'From',
  noProject: 'No project',
  times: '{{count}} reported since {{time}}',
  mayBeAlarm: 'May be an alarm',
  gateway: 'Gateway {{code}}',
  lastReport: 'Show raw report',
  lastReportTitle: 'Last report of {{name}}',
  register: {
    action: 'Register',
    title: 'Register device {{code}}',
    hint: 'The device will belong to gateway {{gateway}}, which reported it (project: {{project}}). Its open alarms and faults will be linked to it.',
    done: 'Device registered',
    communicationHint: 'If left empty, the same as the device code; NB-IoT devices need none',
    only: 'Only an unregistered device can be registered',
  },
  move: {
    action: 'Move here',
    confirm: 'Move device {{code}} to gateway {{gateway}}? Alarms and faults still open in its current project stay there.',
    done: 'Device moved',
    notVisible: 'This device is registered in a project you cannot see. Ask the company above.',
  },
  ignore: {
    action: 'Ignore',
    confirm: 'Ignore “{{name}}”? It is still counted, and listed again once it may be an alarm for the first time.',
    done: 'Ignored',
    codeConfirm: 'Ignore “{{name}}”? It is still counted.',
  },
  handled: '{{way}} by {{who}}',
  alreadyHandled: 'Already handled',
  code: {
    action: 'Define meaning',
    title: 'What {{name}} means',
    hint: 'Applies to every gateway on the platform, from the next report on.',
    done: 'Meaning saved',
    restoresHint: 'The alarm or fault code of the same format that it ends, such as 1110',
    unknownFormat: 'The product does not know this format',
  },
}
