import type { AlarmRow } from '@emberwatch/contract'
import type { TFunction } from 'i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { sentName } from '../../../kit/sent-name.ts'

/** Alarm types are named in both languages by the platform's administrators. */
export const typeName = ({ typeNameZh, typeNameEn }: Pick<AlarmRow, 'typeNameZh' | 'typeNameEn'>): string =>
  currentLanguage() === 'zh' ? typeNameZh : typeNameEn

/** The channels over which somebody was reached; an empty text if nobody was. */
export const reachedBy = ({ reached }: Pick<AlarmRow, 'reached'>): string =>
  listed(reached.map((channel) => enumLabel('notifyMethod', channel)))

type Spot = Pick<AlarmRow, 'roomNumber' | 'deviceName' | 'deviceCode'>

/** Where inside the project: room and device. An unregistered detector only has the code that it sent. */
export const spotOf = ({ roomNumber, deviceName, deviceCode }: Spot, t: TFunction<'alarm'>): string =>
  [roomNumber, deviceName].filter(Boolean).join(' · ') ||
  (deviceCode === null ? t(($) => $.noDevice) : t(($) => $.unregistered, { code: sentName(deviceCode) }))

export const placeOf = (alarm: Spot & Pick<AlarmRow, 'projectName' | 'test'>, t: TFunction<'alarm'>): string => {
  const project = alarm.projectName ?? t(($) => $.noProject)
  // A test may be raised for a whole project: no device is unknown there.
  return alarm.test && alarm.deviceCode === null ? project : [project, spotOf(alarm, t)].join(' · ')
}
