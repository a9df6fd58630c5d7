import { baseEnums } from './enums/base.ts'
import { peopleEnums } from './enums/people.ts'
import { sitesEnums } from './enums/sites.ts'
import { alarmsEnums } from './enums/alarms.ts'
import { equipmentEnums } from './enums/equipment.ts'
import { ordersEnums } from './enums/orders.ts'
import { notifyEnums } from './enums/notify.ts'
import { partnersEnums } from './enums/partners.ts'
import { overviewEnums } from './enums/overview.ts'
import { systemEnums } from './enums/system.ts'

/** Every enumeration of the product, declared once, by district (domain.md, "Enumerations"). Labels: `enums` in the texts of the feature, or texts/<language>/enums.ts. */
export const enums = {
  ...baseEnums,
  ...peopleEnums,
  ...sitesEnums,
  ...alarmsEnums,
  ...equipmentEnums,
  ...ordersEnums,
  ...notifyEnums,
  ...partnersEnums,
  ...overviewEnums,
  ...systemEnums,
} as const

export type EnumName = keyof typeof enums
export type EnumValue<N extends EnumName> = (typeof enums)[N][number]
