import type { texts as zh } from './report-param.zh.ts'

export const texts: typeof zh = {
  menus: {
    'alarm.params': 'Parameters',
  },
  subjects: {
    reportParam: 'Report parameter',
  },
  fields: {
    notify: 'Notify',
    mergeWindowS: 'Merge window (s)',
    smsZh: 'Text message (Chinese)',
    smsEn: 'Text message (English)',
    voiceZh: 'Spoken text (Chinese)',
    voiceEn: 'Spoken text (English)',
    sample: 'Sample message',
    comesTo: 'Effect',
  },
  enums: {
    frameOutcome: {
      alarm: 'Raises an alarm',
      fault: 'Raises a fault',
      restored: 'Restores the alarm or fault it names',
      stored: 'Stored only',
      unknownRaised: 'Unknown code: raises the “unknown code” fault',
      unknownListed: 'Unknown code: listed as such',
    },
  },
  reasons: {
    meaningDisabled: 'this type is disabled',
  },
}
