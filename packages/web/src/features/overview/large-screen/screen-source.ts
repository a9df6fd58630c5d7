import { endpoints } from '@emberwatch/contract'
import type { AlarmSource } from '../../alarms/alarm/alarm-source.ts'

const { alarms, waiting, confirm, deal, misreport } = endpoints.largeScreen

/** The big screen's own calls. They are bound to the same verbs as those of the alarm list. */
export const screenSource: AlarmSource = { open: alarms, waiting, confirm, deal, misreport }
