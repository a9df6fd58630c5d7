import { endpoints } from '@emberwatch/contract'
import type { Feature } from '../../../platform/feature.ts'
import { bind } from '../../../platform/http/binding.ts'
import { alarmsOfCustomer, devicesOfCustomer, projectsOfCustomer } from './customer-site.reads.ts'

const customerSiteRoutes = bind(endpoints.customerSite, {
  alarms: alarmsOfCustomer,
  projects: projectsOfCustomer,
  devices: devicesOfCustomer,
})

export const customerSiteFeature: Feature = { name: 'customer-site', routes: () => customerSiteRoutes }
