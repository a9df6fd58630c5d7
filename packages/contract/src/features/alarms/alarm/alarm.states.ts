import { states } from '../../../kernel/states.ts'
import { alarmResolveInput, alarmMisreportInput } from './alarm.schema.ts'

/** The facts of an alarm that its preconditions need. */
export interface AlarmFacts {
  readonly sourceActive: boolean
}

/** domain.md, "Alarms and faults". `raise`, `restore` and `raiseAgain` come from ingest. A restore does not close the alarm. */
export const alarmStates = states<AlarmFacts>()({
  name: 'alarm',
  field: 'state',
  states: ['unconfirmed', 'confirmed', 'cleared', 'misreport'],
  initial: ['unconfirmed'],
  preconditions: {},
  transitions: [
    { action: 'raiseAgain', from: ['confirmed'], to: 'unconfirmed', operations: [], automatic: true },
    { action: 'confirm', from: ['unconfirmed'], to: 'confirmed', operations: ['alarm:confirm'] },
    { action: 'deal', from: ['unconfirmed', 'confirmed'], to: 'cleared', operations: ['alarm:deal'], input: alarmResolveInput },
    {
      action: 'misreport',
      from: ['unconfirmed', 'confirmed'],
      to: 'misreport',
      operations: ['alarm:misreport'],
      input: alarmMisreportInput,
    },
  ],
})
