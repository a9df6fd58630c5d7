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
    sender: 'Register transmitter',
    title: 'Register device {{code}}',
    hint: 'The device will belong to gateway {{gateway}}, which reported it (project: {{project}}). Its open alarms and faults will be linked to it.',
    done: 'Device registered',
    communicationHint: 'If left empty, the same as the device code; NB-IoT devices need none',
    only: 'Only an unregistered device can be registered',
    selected: 'Register selected',
    titleMany: 'Register devices: {{count}}',
    hintMany:
      'Each device will belong to the gateway that reported it and is named by its model and code, which you can change afterwards. Open alarms and faults are linked to it.',
    doneMany: 'The selected devices are registered',
  },
  move: {
    action: 'Move here',
    fromStock: 'Install here',
    confirmStock:
      'Device {{code}} is in stock. Install it behind gateway {{gateway}}, which reported it? Its open alarms and faults are linked to it.',
    confirm: 'Move device {{code}} to gateway {{gateway}}? Alarms and faults still open in its current project stay there.',
    done: 'Device moved',
    doneStock: 'Device installed',
    selected: 'Move selected here',
    confirmMany:
      'Move the selected devices ({{count}}) to the gateways that reported them? Alarms and faults still open in their current projects stay there.',
    doneMany: 'The selected devices have been moved',
    only: 'Some of these cannot be moved',
    notVisible: 'This device is registered in a project you cannot see. Ask the company above.',
  },
  ignore: {
    action: 'Ignore',
    confirm:
      'Ignore “{{name}}”? It is still counted, and is listed again when one of its reports may be an alarm for the first time.',
    done: 'Ignored',
    selected: 'Ignore selected',
    confirmMany:
      'Ignore the selected entries ({{count}})? They are still counted, and are listed again when one of their reports may be an alarm for the first time.',
    codeConfirmMany: 'Ignore the selected codes ({{count}})? They are still counted.',
    codeConfirm: 'Ignore “{{name}}”? It is still counted.',
  },
  handled: '{{way}} by {{who}}',
  alreadyHandled: 'Already handled',
  someHandled: 'Some of these are already handled',
  code: {
    action: 'Define meaning',
    title: 'Meaning of {{name}}',
    hint: 'Applies to every gateway on the platform, from the next report on.',
    done: 'Meaning saved',
    selected: 'Define selected',
    titleMany: 'Meaning of these codes ({{count}})',
    reasonHint: 'If left empty, it is named by its format and code; you can change this later under the parameters',
    restoresHint: 'The alarm or fault code of the same format that it restores, such as 1110',
    unknownFormat: 'The product does not know this format',
  },
}
