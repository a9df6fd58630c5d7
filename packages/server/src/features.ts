import { accountFeature } from './features/account/feature.ts'
import { activityFeature } from './features/activity/feature.ts'
import { alarmFeature } from './features/alarm/feature.ts'
import { apiConfigFeature } from './features/api-config/feature.ts'
import { areaFeature } from './features/area/feature.ts'
import { companyFeature } from './features/company/feature.ts'
import { customerFeature } from './features/customer/feature.ts'
import { dataCentreFeature } from './features/data-centre/feature.ts'
import { deviceFeature } from './features/device/feature.ts'
import { faultFeature } from './features/fault/feature.ts'
import { fileFeature } from './features/file/feature.ts'
import { liveFeature } from './features/live/feature.ts'
import { menuFeature } from './features/menu/feature.ts'
import { messageFeature } from './features/message/feature.ts'
import { orderFeature } from './features/order/feature.ts'
import { projectFeature } from './features/project/feature.ts'
import { roleFeature } from './features/role/feature.ts'
import { searchFeature } from './features/search/feature.ts'
import { sessionFeature } from './features/session/feature.ts'
import { systemLogFeature } from './features/system-log/feature.ts'
import { unknownReportFeature } from './features/unknown-report/feature.ts'
import type { ExportDefinitions } from './platform/exports.ts'
import type { Feature, JobServices, RouteServices } from './platform/feature.ts'
import type { Binding } from './platform/http/binding.ts'
import type { ImportDefinitions } from './platform/imports/definition.ts'
import type { JobDefinition } from './platform/jobs.ts'

/** Every feature of the product. Ingest is started by app.ts, because it has connections of its own. */
export const features: readonly Feature[] = [
  accountFeature,
  activityFeature,
  alarmFeature,
  apiConfigFeature,
  areaFeature,
  companyFeature,
  customerFeature,
  dataCentreFeature,
  deviceFeature,
  faultFeature,
  fileFeature,
  liveFeature,
  menuFeature,
  messageFeature,
  orderFeature,
  projectFeature,
  roleFeature,
  searchFeature,
  sessionFeature,
  systemLogFeature,
  unknownReportFeature,
]

export const routesOf = (services: RouteServices): Binding[] => features.flatMap(({ routes }) => [...(routes?.(services) ?? [])])

const exports: ExportDefinitions = Object.assign({}, ...features.map((feature) => feature.exports))
const imports: ImportDefinitions = Object.assign({}, ...features.map((feature) => feature.imports))

export const jobsOf = (services: Omit<JobServices, 'exports' | 'imports'>): JobDefinition[] =>
  features.flatMap(({ jobs }) => [...(jobs?.({ ...services, exports, imports }) ?? [])])
