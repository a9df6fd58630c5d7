import type { AlarmRow } from '@emberwatch/contract'
import { currentLanguage } from '../../i18n/language.ts'

export const alarmListPath = '/alarm/alarmLogList'

export const detailPath = (id: number): string => `${alarmListPath}/detail?id=${id}`

/** Alarm types are named by whoever runs the platform, in both languages. */
export const typeName = ({ typeNameZh, typeNameEn }: Pick<AlarmRow, 'typeNameZh' | 'typeNameEn'>): string =>
  currentLanguage() === 'zh' ? typeNameZh : typeNameEn

/** Where inside the project: room and device. */
export const spotOf = ({ roomNumber, deviceName }: Pick<AlarmRow, 'roomNumber' | 'deviceName'>): string =>
  [roomNumber, deviceName].filter(Boolean).join(' · ')

export const placeOf = (alarm: Pick<AlarmRow, 'projectName' | 'roomNumber' | 'deviceName'>): string =>
  [alarm.projectName, spotOf(alarm)].filter(Boolean).join(' · ')
