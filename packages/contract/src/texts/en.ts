import type { ConsoleTexts, SharedTexts } from './zh.ts'
import { texts as account } from '../features/account/account.en.ts'
import { texts as alarm } from '../features/alarm/alarm.en.ts'
import { texts as alarmDesk } from '../features/alarm-desk/alarm-desk.en.ts'
import { texts as alarmCall } from '../features/alarm-call/alarm-call.en.ts'
import { texts as alarmCheck } from '../features/alarm-check/alarm-check.en.ts'
import { texts as alarmFile } from '../features/alarm-file/alarm-file.en.ts'
import { texts as alarmNote } from '../features/alarm-note/alarm-note.en.ts'
import { texts as alarmTest } from '../features/alarm-test/alarm-test.en.ts'
import { texts as alarmType } from '../features/alarm-type/alarm-type.en.ts'
import { texts as apiConfig } from '../features/api-config/api-config.en.ts'
import { texts as appDevice } from '../features/app-device/app-device.en.ts'
import { texts as appVersion } from '../features/app-version/app-version.en.ts'
import { texts as company } from '../features/company/company.en.ts'
import { texts as customer } from '../features/customer/customer.en.ts'
import { texts as customerContact } from '../features/customer-contact/customer-contact.en.ts'
import { texts as customerContract } from '../features/customer-contract/customer-contract.en.ts'
import { texts as dataCentre } from '../features/data-centre/data-centre.en.ts'
import { texts as dataProject } from '../features/data-project/data-project.en.ts'
import { texts as dataUser } from '../features/data-user/data-user.en.ts'
import { texts as device } from '../features/device/device.en.ts'
import { texts as deviceCommand } from '../features/device-command/device-command.en.ts'
import { texts as deviceModel } from '../features/device-model/device-model.en.ts'
import { texts as duty } from '../features/duty/duty.en.ts'
import { texts as fault } from '../features/fault/fault.en.ts'
import { texts as faultType } from '../features/fault-type/fault-type.en.ts'
import { texts as firmware } from '../features/firmware/firmware.en.ts'
import { texts as file } from '../features/file/file.en.ts'
import { texts as floorPlan } from '../features/floor-plan/floor-plan.en.ts'
import { texts as gateway } from '../features/gateway/gateway.en.ts'
import { texts as projectJoin } from '../features/project-join/project-join.en.ts'
import { texts as handOver } from '../features/hand-over/hand-over.en.ts'
import { texts as map } from '../features/map/map.en.ts'
import { texts as largeScreen } from '../features/large-screen/large-screen.en.ts'
import { texts as linkedRule } from '../features/linked-rule/linked-rule.en.ts'
import { texts as menu } from '../features/menu/menu.en.ts'
import { texts as message } from '../features/message/message.en.ts'
import { texts as messageRecord } from '../features/message-record/message-record.en.ts'
import { texts as messageTask } from '../features/message-task/message-task.en.ts'
import { texts as messageTemplate } from '../features/message-template/message-template.en.ts'
import { texts as notificationRun } from '../features/notification/notification.en.ts'
import { texts as notifyRule } from '../features/notify-rule/notify-rule.en.ts'
import { texts as notifyProvider } from '../features/notify-provider/notify-provider.en.ts'
import { texts as pushEndpoint } from '../features/push-endpoint/push-endpoint.en.ts'
import { texts as projectPush } from '../features/project-push/project-push.en.ts'
import { texts as push } from '../features/push/push.en.ts'
import { texts as alarmBreach } from '../features/alarm-breach/alarm-breach.en.ts'
import { texts as nuisance } from '../features/nuisance/nuisance.en.ts'
import { texts as openAccess } from '../features/open-access/open-access.en.ts'
import { texts as order } from '../features/order/order.en.ts'
import { texts as orderChecklist } from '../features/order-checklist/order-checklist.en.ts'
import { texts as orderPlan } from '../features/order-plan/order-plan.en.ts'
import { texts as productTrace } from '../features/product-trace/product-trace.en.ts'
import { texts as project } from '../features/project/project.en.ts'
import { texts as projectNotifier } from '../features/project-notifier/project-notifier.en.ts'
import { texts as projectDocument } from '../features/project-document/project-document.en.ts'
import { texts as projectDossier } from '../features/project-dossier/project-dossier.en.ts'
import { texts as projectPerson } from '../features/project-person/project-person.en.ts'
import { texts as recall } from '../features/recall/recall.en.ts'
import { texts as reportParam } from '../features/report-param/report-param.en.ts'
import { texts as role } from '../features/role/role.en.ts'
import { texts as session } from '../features/session/session.en.ts'
import { texts as settings } from '../features/settings/settings.en.ts'
import { texts as setUp } from '../features/set-up/set-up.en.ts'
import { texts as signSite } from '../features/sign-site/sign-site.en.ts'
import { texts as systemLog } from '../features/system-log/system-log.en.ts'
import { texts as unknownReport } from '../features/unknown-report/unknown-report.en.ts'
import { texts as upgrade } from '../features/upgrade/upgrade.en.ts'
import { texts as userFeedback } from '../features/user-feedback/user-feedback.en.ts'
import { joined } from './joined.ts'
import { operationWords } from './operation-labels.ts'
import { audit } from './en/audit.ts'
import { enums } from './en/enums.ts'
import { errors } from './en/errors.ts'
import { fields } from './en/fields.ts'
import { imports } from './en/imports.ts'
import { groups, operationVerbs } from './en/menus.ts'
import { notices } from './en/notices.ts'
import { messages, reasons } from './en/reasons.ts'
import { pdf } from './en/pdf.ts'
import { rules } from './en/rules.ts'
import { said } from './en/said.ts'

/** The texts of the features, each next to its calls. */
export const features = [
  account,
  alarm,
  alarmDesk,
  alarmCall,
  alarmCheck,
  alarmFile,
  alarmNote,
  alarmTest,
  alarmType,
  apiConfig,
  appDevice,
  appVersion,
  company,
  customer,
  customerContact,
  customerContract,
  dataCentre,
  dataProject,
  dataUser,
  device,
  deviceCommand,
  deviceModel,
  duty,
  fault,
  faultType,
  file,
  firmware,
  floorPlan,
  gateway,
  handOver,
  projectJoin,
  map,
  largeScreen,
  linkedRule,
  menu,
  message,
  messageRecord,
  messageTask,
  messageTemplate,
  notificationRun,
  notifyRule,
  notifyProvider,
  push,
  pushEndpoint,
  projectPush,
  alarmBreach,
  nuisance,
  openAccess,
  order,
  orderChecklist,
  orderPlan,
  productTrace,
  project,
  projectNotifier,
  projectDossier,
  projectPerson,
  projectDocument,
  recall,
  reportParam,
  role,
  session,
  settings,
  setUp,
  signSite,
  systemLog,
  unknownReport,
  upgrade,
  userFeedback,
] as const

/** Texts that server and console share: the general ones and those of the features. They have the same shape as the Chinese ones. */
export const consoleEn: ConsoleTexts = {
  errors,
  rules,
  reasons,
  menus: { ...groups, ...joined(features, 'menus') },
  operations: operationWords(operationVerbs, joined(features, 'operations')),
  fields: { ...fields, ...joined(features, 'fields') },
  enums: { ...enums, ...joined(features, 'enums') },
  audit: { ...audit, subjects: { ...audit.subjects, ...joined(features, 'subjects') } },
}

/** All texts that the server writes, including those in documents, messages and import results. No page loads these. */
export const en: SharedTexts = { ...consoleEn, imports, messages, notices, pdf, said }
