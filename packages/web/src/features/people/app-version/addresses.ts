import type { EnumValue } from '@emberwatch/contract'
import { pagePaths as paths } from '../../../paths.ts'

export const listAddress = (app: EnumValue<'appKind'>): string => (app === 'user' ? paths.userAppList : paths.adminAppList)

export const detailAddress = (app: EnumValue<'appKind'>, id: number): string =>
  `${app === 'user' ? paths.userAppDetail : paths.adminAppDetail}?id=${id}`
