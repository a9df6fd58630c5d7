import type { texts as zh } from './unknown-report.zh.ts'

export const texts: typeof zh = {
  menus: {
    'alarm.unknownCode': 'Unknown codes',
    'device.unknown': 'Unregistered devices',
  },
  subjects: {
    unknownCode: 'Unknown code',
    unknownDevice: 'Unregistered device',
    unknownReport: 'Unmatched report',
  },
  fields: {
    alarmTypeId: 'Alarm type',
    faultTypeId: 'Fault type',
    restoresCode: 'Restored code',
    reasonZh: 'Meaning (Chinese)',
    reasonEn: 'Meaning (English)',
    modelId: 'Model',
    communicationCode: 'Communication code',
    mayBeAlarm: 'May be an alarm',
    lastReport: 'Last report',
    handledAt: 'Handled at',
    handledBy: 'Handled by',
    handledWay: 'Outcome',
  },
  enums: {
    unknownHandledWay: {
      registered: 'Registered',
      moved: 'Moved here',
      ignored: 'Ignored',
    },
    unknownReportKind: {
      unknownDevice: 'Unknown device',
      foreignDevice: 'Device of another site',
      unknownCode: 'Unknown code',
      unreadable: 'Unreadable message',
      unknownGateway: 'Unknown gateway',
    },
  },
  reasons: {
    gatewayGone: 'the gateway that reported it is no longer registered',
    unknownKind: 'an entry of this kind cannot be handled this way',
    formatUnknown: 'the product does not know this code format',
  },
}
