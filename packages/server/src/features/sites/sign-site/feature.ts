import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createSignSite, removeSignSite, setSignSiteEnabled, updateSignSite } from './sign-site.verbs.ts'
import { exportSignSites, pageSignSites, signSiteDetail, signSiteExport } from './sign-site.reads.ts'
import { signRecords } from './sign-records.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const signSiteRoutes = bind(endpoints.signSite, {
  page: pageSignSites,
  detail: signSiteDetail,
  create: createSignSite,
  update: updateSignSite,
  remove: removeSignSite,
  setEnabled: setSignSiteEnabled,
  export: exportSignSites,
  records: signRecords,
})

export const signSiteFeature: Feature = {
  name: 'sign-site',
  routes: () => signSiteRoutes,
  exports: { signSite: signSiteExport },
}
