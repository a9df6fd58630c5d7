import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, optional, ref, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  openAccessCreateInput,
  openAccessDetail,
  openAccessPageInput,
  openAccessRotateInput,
  openAccessRow,
  openAccessSecret,
  openAccessUpdateInput,
} from './open-access.schema.ts'

/** The keys with which programs of partners call Emberwatch (open-api.endpoints.ts). */
export const openAccessEndpoints = about('openAccess', {
  ...standardCalls('openAccess', {
    path: 'web/access',
    entity: 'open_access',
    words: ['a key of the open platform', 'keys of the open platform'],
    page: { input: openAccessPageInput, row: openAccessRow },
    detail: { row: openAccessDetail },
    select: { input: input({ keyword: optional(Type.String({ maxLength: 60 })), companyId: optional(ref('company')) }) },
    create: {
      input: openAccessCreateInput,
      output: openAccessSecret,
      summary: 'Create a key of the open platform; its secret is shown this once',
      errors: ['grantBeyondOwn', 'duplicate', 'tooMany'],
      lasting: true,
    },
    update: { input: openAccessUpdateInput, errors: ['grantBeyondOwn', 'duplicate'], lasting: true },
    remove: { summary: 'Revoke a key for good' },
    setEnabled: { summary: 'Enable or disable a key', errors: ['grantBeyondOwn'] },
    export: {},
  }),
  rotate: endpoint({
    method: 'POST',
    path: 'web/access/rotate',
    access: 'openAccess:rotate',
    input: openAccessRotateInput,
    output: openAccessSecret,
    summary: 'Give a key a new secret; the former one works for another 24 hours unless it ends at once',
    errors: ['grantBeyondOwn'],
    lasting: true,
  }),
})
