import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, nullable, ref, rowId, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  apkFound,
  apkInput,
  appQueryInput,
  appUpdate,
  appVersionCreateInput,
  appVersionDetail,
  appVersionPageInput,
  appVersionRow,
  appVersionUpdateInput,
  appVersionWithdrawInput,
} from './app-version.schema.ts'

const path = 'web/app/version'
/** Each of the two apps has its own page; the verbs check which one a version is of. */
const views = ['userApp:view', 'adminApp:view'] as const
const misfits = ['invalidInput', 'precondition', 'duplicate'] as const

const { page, detail, ...writes } = standardCalls('appVersion', {
  path,
  entity: 'app_version',
  words: ['a version of an app', 'versions of an app'],
  page: { input: appVersionPageInput, row: appVersionRow },
  detail: { row: appVersionDetail },
  create: { input: appVersionCreateInput, summary: 'Write down a version of an app, as a draft', errors: misfits },
  update: {
    input: appVersionUpdateInput,
    summary: 'Edit a version of an app; of a published one only how it is offered',
    errors: [...misfits, 'wrongState'],
  },
  remove: { summary: 'Delete a draft', errors: ['wrongState'] },
  export: {},
})

export const appVersionEndpoints = about('appVersion', {
  page: { ...page, access: views },
  detail: { ...detail, access: views },
  ...writes,
  // The whole file is read to check its signature.
  create: { ...writes.create, takesLong: true },
  update: { ...writes.update, takesLong: true },
  publish: endpoint({
    method: 'POST',
    path: `${path}/publish`,
    access: 'appVersion:publish',
    input: input({ id: ref('app_version') }),
    output: rowId,
    summary: 'Publish a version of an app: from now on apps are told of it',
    errors: [...misfits, 'wrongState'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${path}/withdraw`,
    access: 'appVersion:withdraw',
    input: appVersionWithdrawInput,
    output: rowId,
    summary: 'Withdraw a published version: no app is told of it any more, and its file is no longer given out',
    errors: ['wrongState'],
  }),
  apk: endpoint({
    method: 'GET',
    path: `${path}/apk`,
    access: ['appVersion:create', 'appVersion:update'],
    input: apkInput,
    output: apkFound,
    summary: 'What an uploaded APK says of itself, and whether it follows the versions before it',
    errors: ['precondition'],
    takesLong: true,
  }),
  query: endpoint({
    method: 'GET',
    path: `${path}/query`,
    access: 'public',
    input: appQueryInput,
    output: Type.Object({ update: nullable(appUpdate) }),
    summary: 'An app asks for its next version',
    perMinute: 120,
  }),
  download: endpoint({
    method: 'GET',
    path: `${path}/download`,
    access: 'public',
    reply: 'binary',
    input: input({ file: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    output: Type.Any(),
    summary: 'The APK of a published version',
    perMinute: 60,
  }),
})
