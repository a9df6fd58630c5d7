import { about, endpoint } from '../../../kernel/endpoint.ts'
import { pageOf } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  signRecord,
  signRecordPageInput,
  signSiteCreateInput,
  signSiteDetail,
  signSitePageInput,
  signSiteRow,
  signSiteUpdateInput,
} from './sign-site.schema.ts'

export const signSiteEndpoints = about('project', {
  ...standardCalls('signSite', {
    entity: 'sign_site',
    words: ['a sign-in address', 'sign-in addresses'],
    page: { input: signSitePageInput, row: signSiteRow, shows: ['project', 'order'] },
    detail: { row: signSiteDetail, shows: ['project', 'order'] },
    create: { input: signSiteCreateInput, errors: ['duplicate'] },
    update: { input: signSiteUpdateInput, errors: ['duplicate'] },
    remove: { summary: 'Delete a sign-in address that no order lists', errors: ['inUse'] },
    setEnabled: { summary: 'Enable or disable; a disabled address is not offered to new orders' },
    export: {},
  }),
  records: endpoint({
    method: 'GET',
    path: 'web/signSite/records',
    access: 'signSite:view',
    shows: ['project', 'order'],
    input: signRecordPageInput,
    output: pageOf(signRecord),
    summary: 'Who signed in at an address, when, how far from it, and how it was judged',
  }),
})
