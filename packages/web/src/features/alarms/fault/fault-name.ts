import type { FaultRow } from '@emberwatch/contract'
import { currentLanguage } from '../../../i18n/language.ts'

export const faultName = ({ typeNameZh, typeNameEn }: Pick<FaultRow, 'typeNameZh' | 'typeNameEn'>): string =>
  currentLanguage() === 'zh' ? typeNameZh : typeNameEn

/** The room, then the device in it, as alarms name them too. */
export const faultSpot = ({
  roomNumber,
  deviceName,
  deviceCode,
}: Pick<FaultRow, 'roomNumber' | 'deviceName' | 'deviceCode'>): string =>
  [roomNumber, deviceName || deviceCode].filter(Boolean).join(' · ')
