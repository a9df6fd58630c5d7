import { endpoints, type AlarmRow } from '@emberwatch/contract'
import { createContext, use } from 'react'

const { alarm, alarmDesk, home } = endpoints

/** Where open alarms are read, and which calls act on them: those of the console, or of the big screen. */
export interface AlarmSource {
  readonly open: typeof home.liveAlarms | typeof endpoints.largeScreen.alarms
  readonly waiting: typeof alarmDesk.waiting | typeof endpoints.largeScreen.waiting
  readonly confirm: typeof alarm.confirm
  readonly resolve: typeof alarm.resolve
  readonly misreport: typeof alarm.misreport
  /** Opens the form of a repair order here. Without it, the list of repair orders does. */
  readonly repair?: (row: AlarmRow) => void
}

export const consoleSource: AlarmSource = {
  open: home.liveAlarms,
  waiting: alarmDesk.waiting,
  confirm: alarm.confirm,
  resolve: alarm.resolve,
  misreport: alarm.misreport,
}

const Source = createContext(consoleSource)
export const AlarmSourceProvider = Source
export const useAlarmSource = (): AlarmSource => use(Source)
