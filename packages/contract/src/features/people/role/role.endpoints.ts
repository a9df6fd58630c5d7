import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, oneOf, optional, ref, rowId, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  roleAssignInput,
  roleCreateInput,
  roleDetail,
  rolePageInput,
  roleRow,
  roleUpdateInput,
  type GrantNode,
} from './role.schema.ts'

export const roleEndpoints = about('role', {
  ...standardCalls('role', {
    entity: 'role',
    words: ['a role', 'roles'],
    page: { input: rolePageInput, row: roleRow },
    detail: { row: roleDetail, summary: 'One role with its grants' },
    select: {
      input: input({
        type: optional(oneOf('accountType')),
        companyId: optional(ref('company')),
        customerId: optional(ref('customer')),
      }),
      summary:
        'Enabled roles that the caller may give, for a drop-down; with a company or customer, those that its accounts may hold',
    },
    create: { input: roleCreateInput, errors: ['duplicate', 'grantBeyondOwn', 'levelTooHigh', 'notHere'], lasting: true },
    update: {
      input: roleUpdateInput,
      summary: 'Edit a role; with another type it loses what that type may not hold',
      errors: ['duplicate', 'grantBeyondOwn', 'levelTooHigh', 'notHere', 'precondition'],
      lasting: true,
    },
    remove: { summary: 'Delete a role that no account holds', errors: ['inUse', 'grantBeyondOwn', 'levelTooHigh'] },
    setEnabled: {
      summary: 'Enable or disable a role; ends its holders’ sessions',
      errors: ['grantBeyondOwn', 'levelTooHigh'],
      lasting: true,
    },
    export: {},
  }),
  menus: endpoint({
    method: 'GET',
    path: 'web/role/menus',
    access: 'role:view',
    shows: ['role', 'menu'],
    input: input({ type: optional(oneOf('accountType')) }),
    summary: 'All menus and operations, or those that roles of a type may have, with what the caller may grant',
    output: Type.Array(Type.Unsafe<GrantNode>({ type: 'object', additionalProperties: true })),
  }),
  assign: endpoint({
    method: 'POST',
    path: 'web/role/assign',
    access: 'role:assign',
    input: roleAssignInput,
    output: rowId,
    summary: 'Set a role’s menus and operations',
    errors: ['grantBeyondOwn', 'levelTooHigh', 'notHere', 'staleVersion'],
    lasting: true,
  }),
})
