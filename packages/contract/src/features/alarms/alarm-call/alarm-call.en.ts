import type { texts as zh } from './alarm-call.zh.ts'

export const texts: typeof zh = {
  operations: {
    'alarm:call': 'Record calls',
  },
  fields: {
    notifierId: 'Person called',
    callResult: 'Outcome of the call',
  },
  enums: {
    callOutcome: {
      answered: 'Answered',
      busy: 'Busy',
      noAnswer: 'No answer',
      wrongNumber: 'Wrong number',
    },
  },
  reasons: {
    personOfOtherProject: 'This person is not in the call list of the alarm’s project',
  },
}
