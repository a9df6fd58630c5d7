import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createSignSite } from './create-sign-site.ts'
import { deleteSignSite } from './delete-sign-site.ts'
import { setSignSiteEnabled } from './set-sign-site-enabled.ts'
import { exportSignSites, pageSignSites, signSiteDetail } from './sign-site.reads.ts'
import { signRecords } from './sign-records.reads.ts'
import { updateSignSite } from './update-sign-site.ts'

export const signSiteRoutes = bind(endpoints.signSite, {
  page: pageSignSites,
  detail: signSiteDetail,
  create: createSignSite,
  update: updateSignSite,
  del: deleteSignSite,
  forbidden: setSignSiteEnabled,
  export: exportSignSites,
  records: signRecords,
})
