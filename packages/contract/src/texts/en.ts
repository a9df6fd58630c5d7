import type { SharedTexts } from './zh.ts'
import { texts as account } from '../features/account/account.en.ts'
import { texts as alarm } from '../features/alarm/alarm.en.ts'
import { texts as apiConfig } from '../features/api-config/api-config.en.ts'
import { texts as company } from '../features/company/company.en.ts'
import { texts as customer } from '../features/customer/customer.en.ts'
import { texts as dataCentre } from '../features/data-centre/data-centre.en.ts'
import { texts as device } from '../features/device/device.en.ts'
import { texts as fault } from '../features/fault/fault.en.ts'
import { texts as file } from '../features/file/file.en.ts'
import { texts as menu } from '../features/menu/menu.en.ts'
import { texts as message } from '../features/message/message.en.ts'
import { texts as order } from '../features/order/order.en.ts'
import { texts as project } from '../features/project/project.en.ts'
import { texts as role } from '../features/role/role.en.ts'
import { texts as session } from '../features/session/session.en.ts'
import { texts as systemLog } from '../features/system-log/system-log.en.ts'
import { texts as unknownReport } from '../features/unknown-report/unknown-report.en.ts'
import { joined } from './joined.ts'
import { operationWords } from './operation-labels.ts'
import { audit } from './en/audit.ts'
import { enums } from './en/enums.ts'
import { errors } from './en/errors.ts'
import { fields } from './en/fields.ts'
import { imports } from './en/imports.ts'
import { groups, operationVerbs } from './en/menus.ts'
import { messages, reasons } from './en/reasons.ts'
import { rules } from './en/rules.ts'

/** The words of the features, each beside its calls. */
export const features = [
  account,
  alarm,
  apiConfig,
  company,
  customer,
  dataCentre,
  device,
  fault,
  file,
  menu,
  message,
  order,
  project,
  role,
  session,
  systemLog,
  unknownReport,
] as const

/** Texts that server and console share: those of no single feature, and the features' own. A language of the same shape as the Chinese one. */
export const en: SharedTexts = {
  errors,
  rules,
  imports,
  reasons,
  messages,
  menus: { ...groups, ...joined(features, 'menus') },
  operations: operationWords(operationVerbs, joined(features, 'operations')),
  fields: { ...fields, ...joined(features, 'fields') },
  enums: { ...enums, ...joined(features, 'enums') },
  audit: { ...audit, subjects: { ...audit.subjects, ...joined(features, 'subjects') } },
}
